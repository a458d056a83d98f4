--! Previous: sha1:13ac2120d354d8ef05ddca3d227bd622186d1e5f
--! Hash: sha1:fe38c581d544015f6e17291c1af74e0070fff437
--! Message: email as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'email' after 'web_push';
