--! Previous: sha1:e86dd0558e3b525d871cd2092855ca25f94097c0
--! Hash: sha1:922112896962d3152c1dfe5903a889afd1af8a62
--! Message: ntfy as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'ntfy' after 'email';
