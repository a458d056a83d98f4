--! Previous: sha1:5916914f2e310142d4b48f3171b25f4006abd838
--! Hash: sha1:3b032073116861abefee256eafc2d889c032173f
--! Message: ntfy as a provider

-- PostgreSQL uses a new value only after its commit.
alter type app_private.push_provider add value 'ntfy' after 'email';
