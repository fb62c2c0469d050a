import { buildKitExample } from './support/kit/kit-example.ts'

/** Runs before all workers, and builds their shared pages once. */
export default buildKitExample
