import type { Round as ClientRound } from '@bullring/client/round'

/** A round, as the page has it. */
export type Round = ClientRound
