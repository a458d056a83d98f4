--! Previous: sha1:a8938ff8cfc4853f3b87f79c9e29807c66a0dd9d
--! Hash: sha1:03918e7fa4e6594afc9dcee59b9619c07ed0c914
--! Message: ntfy and sms as providers

-- PostgreSQL uses new values only after its commit.
alter type app_private.push_provider add value 'ntfy' after 'email';
alter type app_private.push_provider add value 'sms' after 'ntfy';
