import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Share of a slider's track that is filled, such as "40%". */
    '--share'?: string
  }
}
