--! Previous: sha1:c4258755a63c2e7ceb1c6c2ad5f1c40898de10c7
--! Hash: sha1:b8bb526d40b67403c3500b35c90c8cad832bfa9d
--! Message: ntfy as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'ntfy' after 'email';
