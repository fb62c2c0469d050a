import { sql } from 'kysely'
import { BET_COLUMNS, PAYOUT } from './decided-bets.ts'
import { NEVER } from './divisions.ts'

/** Rounds added to the sums by one statement when they are filled. */
const CHUNK = sql.lit(1_000)

/** Sums of final rounds by account and the UTC day in which they closed. */
export const DAYS = sql`
  -- 'best' is the won round with the highest profit: profit, minus epoch, stake, payout.
  create table day_standings (
    account bytea not null,
    day int4 not null,
    rounds int8 not null,
    won_rounds int8 not null,
    net_results numeric not null,
    total_position numeric not null,
    total_won numeric not null,
    best numeric[],
    primary key (account, day)
  );
  create index day_standings_by_day on day_standings (day);

  create function day_of(round int8) returns int4 language sql stable as $$
    select (case when m.interval_seconds > 0
      then m.genesis_timestamp + (round + 1) * m.interval_seconds
      else (
        select l.locked_at + (
          select t.interval_seconds from timing_changes t
          where (t.block_number, t.log_index) < (s.block_number, s.log_index)
          order by t.block_number desc, t.log_index desc limit 1)
        from round_locks l join round_starts s using (epoch) where l.epoch = round)
      end / 86400)::int4
    from market m
  $$;

  -- Dynamic SQL is planned at each call: a cached plan for empty tables would be slow after a backfill.
  create function add_to_days(epochs int8[]) returns void language plpgsql as $$
  begin
    if cardinality(epochs) = 0 or not coalesce((select has_days from market), false) then return; end if;
    execute $query$
      insert into day_standings as kept
      with r as materialized (
        select *, coalesce(day_of(epoch), 0) as day from decided_rounds where epoch = any($1)
      )
      select d.account, d.day, count(*), count(*) filter (where d.is_win), sum(d.profit), sum(d.amount),
        coalesce(sum(d.profit) filter (where d.is_win), 0),
        max(array[d.profit, -d.epoch, d.amount, d.profit + d.amount]) filter (where d.is_win)
      from (
        select b.account, r.day, b.epoch, b.amount, b.position = r.winner as is_win, ${PAYOUT} - b.amount as profit
        from r join bets b on b.epoch = r.epoch
      ) d group by d.account, d.day
      on conflict (account, day) do update set
        rounds = kept.rounds + excluded.rounds,
        won_rounds = kept.won_rounds + excluded.won_rounds,
        net_results = kept.net_results + excluded.net_results,
        total_position = kept.total_position + excluded.total_position,
        total_won = kept.total_won + excluded.total_won,
        best = greatest(kept.best, excluded.best)
    $query$ using epochs;
  end $$;

  -- Fills the sums once the terms are known. Only rounds whose bets are stored: this is called before any are dropped.
  create function keep_days(genesis int8, seconds int8) returns void language plpgsql as $$
  declare
    final int8[];
    at int8;
  begin
    update market set has_days = true, genesis_timestamp = genesis, interval_seconds = seconds
      where (has_days, genesis_timestamp, interval_seconds) is distinct from (true, genesis, seconds);
    if not found then return; end if;
    -- Readers go on meanwhile, which a truncate would not let them.
    delete from day_standings;
    final := epochs_final(0, ${NEVER});
    for at in select generate_series(1, cardinality(final), ${CHUNK}) loop
      perform add_to_days(final[at : at + ${CHUNK} - 1]);
    end loop;
  end $$;`

const TOTALS = sql`
  won_rounds int8, lost_rounds int8, total_won numeric, total_lost numeric, total_position numeric, best numeric[]`

const BET_SUMS = sql`
  select 1, is_win::int4, payout - amount, amount, case when is_win then payout - amount else 0 end,
    case when is_win then array[payout - amount, -epoch, amount, payout] end`

/** Sums of one account: whole days, and the bets of parts of days and of rounds that are not final. */
export const ACCOUNT_TOTALS = sql`
  -- Without the view of decided bets, which reads all final rounds for one account. Only parts that have rows are planned.
  create function account_sums(who bytea, after_day int4, since int8, before int8, newer int8[])
  returns table (${TOTALS}) language plpgsql stable as $$
  declare
    parts text := $part$
      select rounds, won_rounds as won, net_results, total_position, total_won, best
      from day_standings where account = $1 and day > $2 $part$;
  begin
    if since < before then parts := parts || $part$ union all ${BET_SUMS} from (
      select ${BET_COLUMNS} from bets b join final_rounds r on r.epoch = b.epoch
      where b.account = $1 and b.epoch >= $3 and b.epoch < $4 and r.epoch >= $3 and r.epoch < $4) f $part$;
    end if;
    if cardinality(newer) > 0 then parts := parts || $part$ union all ${BET_SUMS} from (
      select ${BET_COLUMNS} from bets b join decided_rounds r on r.epoch = b.epoch
      where b.account = $1 and b.epoch >= $3 and b.epoch = any($5) and r.epoch = any($5)) n $part$;
    end if;
    return query execute $query$
      select coalesce(sum(p.won), 0)::int8, coalesce(sum(p.rounds - p.won), 0)::int8,
        coalesce(sum(p.total_won), 0), coalesce(sum(p.total_won - p.net_results), 0),
        coalesce(sum(p.total_position), 0), max(p.best)
      from ($query$ || parts || $query$) p $query$ using who, after_day, since, before, newer;
  end $$;

  -- Without kept sums, every bet is added up.
  create function account_totals(who bytea) returns table (${TOTALS}) language plpgsql stable as $$
  declare is_kept bool := coalesce((select has_days from market), false);
  begin
    return query select * from account_sums(who, case when is_kept then -1 end, 0,
      case when is_kept then 0 else ${NEVER} end, newer_epochs());
  end $$;

  -- Days after that of the first round are whole. Of that day, and of what is not final, bets are added up. Rounds of a
  -- 'pancake-v2' market follow its events: their days cannot be computed from their numbers.
  create function account_totals_since(who bytea, since int8) returns table (${TOTALS}) language plpgsql stable as $$
  declare
    m market;
    first_day int4;
    next_day int8;
  begin
    select * into m from market;
    if m.has_days and m.interval_seconds > 0 then
      first_day := (m.genesis_timestamp + (since + 1) * m.interval_seconds) / 86400;
      next_day := ceil(((first_day + 1) * 86400::int8 - m.genesis_timestamp)::numeric / m.interval_seconds) - 1;
    end if;
    return query select * from account_sums(who, first_day, since, coalesce(next_day, ${NEVER}), newer_epochs());
  end $$;

  -- The part of an account's sums whose bets are no longer stored.
  create function dropped_totals(who bytea) returns table (rounds int8, net_results numeric)
  language plpgsql stable set search_path from current as $$
  begin
    if not exists (select from market where dropped_before > 0) then
      return query select 0::int8, 0::numeric;
      return;
    end if;
    return query execute $query$
      select t.won_rounds + t.lost_rounds - d.rounds, t.total_won - t.total_lost - d.net_results
      from account_totals($1) t, (
        select count(*) as rounds, coalesce(sum(payout - amount), 0) as net_results
        from decided_bets where account = $1
      ) d
    $query$ using who;
  end $$;`
