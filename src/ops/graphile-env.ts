// Must be imported first, because Grafast reads it when it loads. "development" adds checks that cost time.
process.env.GRAPHILE_ENV ??= "production";
