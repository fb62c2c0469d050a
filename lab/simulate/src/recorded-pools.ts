import { readFile } from 'node:fs/promises'
import type { Pool, Position } from '@bullring/prediction/payout'
import { isOneSided, potOf, winnerOf } from '@bullring/prediction/payout'
import { toPriceE8, toWei } from '@bullring/prediction/units'

/** Stakes of a round recorded on BNB Smart Chain, and the side that won it there. */
export type RecordedPool = { pool: Pool; winner: Position | null }

/** The sets of pools that the bots play against. */
export type PoolSets = {
  /** 200 consecutive rounds of PancakePredictionV2, 2025. */
  v2: readonly RecordedPool[]
  /** Rounds of its predecessor with bets on both sides, 2021. */
  v1: readonly RecordedPool[]
  /** Rounds of the predecessor with one side empty, or one side more than 20 times the other. */
  thin: readonly RecordedPool[]
  /** The V2 rounds without their smaller side: one party bet, no one took the other side. */
  lone: readonly RecordedPool[]
}

const THIN_RATIO = 20n

/** Reads the recorded rounds that the contract's replay tests use. */
export async function readPoolSets(): Promise<PoolSets> {
  const v1 = await readPools('pancake-v1-rounds.csv')
  const v2 = await readPools('pancake-v2-rounds.csv')
  return {
    v2,
    v1: v1.filter(({ pool }) => !isOneSided(pool)),
    thin: v1.filter(({ pool }) => isThin(pool)),
    lone: v2.map(({ pool, winner }) => ({ pool: withoutSmallerSide(pool), winner })),
  }
}

/** Returns the side with fewer stakes; bull when both are equal. */
export function smallerSide({ bullAmount, bearAmount }: Pool): Position {
  return bullAmount <= bearAmount ? 'bull' : 'bear'
}

async function readPools(name: string): Promise<readonly RecordedPool[]> {
  const file = new URL(`../../../contracts/test/data/${name}`, import.meta.url)
  return parsePools(await readFile(file, 'utf8')).filter(({ pool }) => potOf(pool) > 0n)
}

/** Parses the recorded rounds, except those that the original contract cancelled. */
export function parsePools(csv: string): readonly RecordedPool[] {
  const [header = '', ...lines] = csv.trim().split('\n')
  const columns = header.trim().split(',')
  return lines
    .map((line) => {
      const fields = line.trim().split(',')
      return (column: string) => fields[columns.indexOf(column)] ?? ''
    })
    .filter((field) => field('oracleCalled') === 'True')
    .map((field) => ({
      pool: {
        bullAmount: toWei(BigInt(field('bullAmount'))),
        bearAmount: toWei(BigInt(field('bearAmount'))),
      },
      winner: winnerOf(
        toPriceE8(BigInt(field('lockPrice'))),
        toPriceE8(BigInt(field('closePrice'))),
      ),
    }))
}

function isThin(pool: Pool): boolean {
  const smaller = pool[`${smallerSide(pool)}Amount`]
  return potOf(pool) - smaller > smaller * THIN_RATIO
}

function withoutSmallerSide(pool: Pool): Pool {
  return { ...pool, [`${smallerSide(pool)}Amount`]: toWei(0n) }
}
