--! Previous: sha1:f98e15f281024b8f5ba391609591815b7838d0e3
--! Hash: sha1:2cc0530d7890263d73146a26a6a92a4cd21903be
--! Message: ntfy as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'ntfy' after 'email';
