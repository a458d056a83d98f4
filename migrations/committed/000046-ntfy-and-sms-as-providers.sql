--! Previous: sha1:e1456d3e5ebb628d8fb3f78e8695269d5346d020
--! Hash: sha1:50a386157117752278e8431205fe63c325c1c244
--! Message: ntfy and sms as providers

-- PostgreSQL uses new values only after its commit.
alter type app_private.push_provider add value 'ntfy' after 'email';
alter type app_private.push_provider add value 'sms' after 'ntfy';
