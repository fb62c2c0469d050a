import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { openStorage } from '#browser/open-storage.ts'
import { NEW_BOOK, PracticeBook } from './practice-book.ts'

const KEY = 'bullring.practice'

let cached: { text: string | null; book: PracticeBook } | null = null
const listeners = new Set<() => void>()

/** Returns the practice of this device. */
export function usePractice(): PracticeBook {
  return useSyncExternalStore(subscribe, readPractice)
}

/** Changes the practice of this device by what is stored now, also by another tab. */
export function changePractice(change: (book: PracticeBook) => PracticeBook): void {
  const book = readPractice()
  const changed = change(book)
  if (changed === book) return
  openStorage(window, 'localStorage').setItem(KEY, JSON.stringify(changed))
  for (const listener of [...listeners]) listener()
}

/** The same object until it changes. */
function readPractice(): PracticeBook {
  const text = openStorage(window, 'localStorage').getItem(KEY)
  if (cached?.text !== text) cached = { text, book: parse(text) }
  return cached.book
}

function parse(text: string | null): PracticeBook {
  try {
    return z.parse(PracticeBook, JSON.parse(text ?? 'null'))
  } catch {
    return NEW_BOOK
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
