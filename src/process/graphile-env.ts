// Imported first: Grafast reads it as it loads. "development" adds checks, and costs.
process.env.GRAPHILE_ENV ??= "production";
