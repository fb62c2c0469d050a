import { sql } from 'kysely'

/** Payout of a bet `b` on a decided round `r`, stake included. */
export const PAYOUT = sql`
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end`

/** Columns of a bet `b` on a decided round `r`. */
export const BET_COLUMNS = sql`
  b.account, b.epoch, b.amount, b.position = r.winner as is_win, ${PAYOUT} as payout, b.placed_at`

/** Bets that were won or lost and their payouts, exact to the wei. */
export const DECIDED_BETS = sql`
  create view final_bets as
  select ${BET_COLUMNS} from bets b join final_rounds r on r.epoch = b.epoch;

  create view decided_bets as
  with newer as materialized (select * from decided_rounds where epoch = any(newer_epochs()))
  select * from final_bets
  union all
  select ${BET_COLUMNS} from newer r join bets b on b.epoch = r.epoch;

  -- Results of an account in one market from a round on, as far as its bets are stored. Each statement is planned for
  -- the partitions that it reads.
  create function results_of(who bytea, since int8)
  returns table (epoch int8, placed_at int8, is_win boolean, profit numeric)
  language plpgsql stable set search_path from current as $$
  declare
    first_round int8 := greatest(since, (select dropped_before from market));
    newer int8[] := array(select e from unnest(newer_epochs()) e where e >= first_round);
  begin
    return query execute $query$
      select epoch, placed_at, is_win, payout - amount from final_bets where account = $1 and epoch >= $2
    $query$ using who, first_round;
    if cardinality(newer) > 0 then
      return query execute $query$
        select epoch, placed_at, is_win, payout - amount from (
          select ${BET_COLUMNS} from bets b join decided_rounds r on r.epoch = b.epoch
          where b.account = $1 and b.epoch = any($2) and r.epoch = any($2)
        ) bets
      $query$ using who, newer;
    end if;
  end $$;`
