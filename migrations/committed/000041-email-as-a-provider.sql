--! Previous: sha1:89fd3aa78e1bc9a31ed474e8f43bfa9817ed4b51
--! Hash: sha1:0702d617b7c842275358f3cbf3386e50e61fcc9e
--! Message: email as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'email' after 'web_push';
