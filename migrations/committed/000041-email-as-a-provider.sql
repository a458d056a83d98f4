--! Previous: sha1:aefc6c9ecc2cf9d1b9828c40ad8dba337b9bbe8c
--! Hash: sha1:c403036f947513180cd68f3691f74d3357e44509
--! Message: email as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'email' after 'web_push';
