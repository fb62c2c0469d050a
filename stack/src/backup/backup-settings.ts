import { isAbsolute } from 'node:path'
import * as z from 'zod'

/** Where backups of the bundled PostgreSQL go, and who can read them. */
export type BackupSettings = {
  folder: string
  /** Identity of age: encrypts and decrypts. */
  key: string
}

const Folder = z.string('is missing').refine(isAbsolute, 'must be an absolute path')
const Key = z
  .string('is missing')
  .regex(/^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/, 'must be a key of age (AGE-SECRET-KEY-1...)')

/** Settings of backups. */
export const BACKUP_SETTINGS = {
  BACKUP_DIR: {
    kind: Folder.optional(),
    text: 'folder for [backups](going-live.md#8-backups) of the bundled PostgreSQL, better on another disk. While it is set, the changes of each minute go there too. Needs `BACKUP_KEY`',
  },
  BACKUP_KEY: {
    kind: Key.optional(),
    text: 'key of the backups, in the format of [age](https://age-encryption.org). **Without a copy elsewhere, they are of no use**',
    isSecret: true,
  },
} as const
