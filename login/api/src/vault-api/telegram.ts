import * as z from 'zod/mini'
import { TelegramInitData } from '../telegram-init-data.ts'

/** Body of POST /telegram/login, signed by the device. The response is a `LoginResponse`. */
export const TelegramLoginRequest = z.object({ initData: TelegramInitData })
export type TelegramLoginRequest = z.infer<typeof TelegramLoginRequest>
