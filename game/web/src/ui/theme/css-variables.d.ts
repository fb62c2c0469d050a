import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Filled share of a slider's track, such as "40%". */
    '--share'?: string
    '--page-width'?: string
    '--characters'?: number
  }
}
