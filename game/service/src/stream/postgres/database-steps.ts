import { sendNewest } from '../step-sink.ts'
import type { OpenSteps } from '../step-source.ts'
import { followJournal } from './follow-journal.ts'

/** Steps from the journal: each process reads the database itself, so the leader publishes nothing. */
export const databaseSteps: OpenSteps = ({ journal, listen, log }) =>
  Promise.resolve({
    follow: (sink, signal) => {
      const step = (ending: AbortSignal) => sendNewest(journal, sink, ending)
      return followJournal({ listen, step, log }, signal)
    },
    publish: () => Promise.resolve(),
    followProgress: () => Promise.resolve(),
  })
