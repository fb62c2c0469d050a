import { createContext } from 'react'

/** Whether the dialogs of the page step aside, for one that the visitor has to answer first. */
export const DialogAside = createContext(false)
