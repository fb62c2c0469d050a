/**
 * Writes the vault's URL into a built frame, once per deployment:
 *
 *   node login/custody/src/bin/stamp-frame.ts login/frame/dist https://vault.example
 */
import { argv } from 'node:process'
import { WebUrl } from '@bullring/server/config/env-fields'
import { stampFrame } from '../frame/stamp-frame.ts'

const [, , folder = '', vaultUrl] = argv
await stampFrame(folder, WebUrl.parse(vaultUrl).replace(/\/$/, ''))
