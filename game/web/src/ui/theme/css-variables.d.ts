import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Filled share of a slider's track, such as "40%". */
    '--share'?: string
    '--characters'?: number
  }
}
