--! Previous: sha1:bab6e7b21048d5bb1bb1e1d785b2eb98cd0030f9
--! Hash: sha1:b7e29e3e6700806b895af811d7201bcad5fec5e4
--! Message: email as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'email' after 'web_push';
