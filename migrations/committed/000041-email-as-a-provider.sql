--! Previous: sha1:807097eb5b399ac33aa43b47971ed1b1bf5decdf
--! Hash: sha1:e7c3dfa940fd4bdc9fb4d3126f545a620dfe1f1d
--! Message: email as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'email' after 'web_push';
