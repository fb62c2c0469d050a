import { Decimal, TimestampField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** The price of an exchange between two answers of the oracle. It decides no round. */
export const Tick = z.object({ timestamp: TimestampField, price: Decimal })
export type Tick = z.infer<typeof Tick>
