// Loaded into a node before its program: shifts its clock by the milliseconds in a file.
// Usage: node --import=file:///.../shift-clock.ts?file=... program.ts
import { readFileSync } from 'node:fs'

const CHECK_MS = 250
const file = new URL(import.meta.url).searchParams.get('file') ?? ''
const systemNow = Date.now
let shiftMs = 0

Date.now = () => systemNow() + shiftMs
setInterval(() => {
  try {
    shiftMs = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    shiftMs = 0
  }
}, CHECK_MS).unref()
