import * as z from 'zod/mini'
import { bytesField } from '../byte-fields.ts'

/** POST /core/telegram/claim: reserves launch data for this device, before the vault sees it. See `telegramDigest`. */
export const TelegramClaimRequest = z.object({ digest: bytesField(32) })
export type TelegramClaimRequest = z.infer<typeof TelegramClaimRequest>

/** Response of POST /core/telegram/claim. */
export const TelegramClaimResponse = z.object({ claimed: z.literal(true) })
