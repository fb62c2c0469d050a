-- Rights of the role game_node, for processes without the role index: they read the index, and write what visitors cause. Run it
-- as the administrator, in the database of the game, once the index has started; again after an upgrade, and with a further
-- market. See docs/cluster.md.
grant select on all tables in schema public to game_node;
alter default privileges for role game grant select on tables to game_node;
alter default privileges for role game grant usage on schemas to game_node;
-- Of further markets.
do $$
declare
  name text;
begin
  for name in select nspname from pg_namespace where nspname like 'market\_%' loop
    execute format('grant usage on schema %I to game_node', name);
    execute format('grant select on all tables in schema %I to game_node', name);
  end loop;
end $$;
-- Limits that nodes share, invitations, browsers and addresses that receive results, and winnings that are sent automatically.
grant insert, update, delete on limit_nodes, limit_buckets, limit_holds to game_node;
grant insert, update on refer_codes, referrals to game_node;
grant insert, update, delete on push_subscriptions to game_node;
grant insert, update, delete on payout_accounts, payout_keepers, payouts, payout_costs to game_node;
grant insert, update, delete on webhooks, webhook_events, webhook_deliveries to game_node;
