/** Whether the view lets the user approve; `label` is what approving is called. */
export type Approvability = { isPossible: boolean; label: string }
