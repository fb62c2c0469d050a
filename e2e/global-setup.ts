import { buildKitExample } from './support/kit-example.ts'

/** Runs before all workers: what they share is built once. */
export default buildKitExample
