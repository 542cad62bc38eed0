#!/bin/sh
# Creates the two roles and the database, once, when PostgreSQL's volume is empty.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres \
  --set owner_password="$AKIBA_OWNER_PASSWORD" --set portal_password="$AKIBA_PORTAL_PASSWORD" <<'SQL'
create role akiba_app nologin;
create role akiba_owner login password :'owner_password' in role akiba_app;
create role akiba_portal login password :'portal_password' in role akiba_app;
create database akiba owner akiba_owner;
SQL
