import { Button } from '@bullring/ui/button'
import { useState } from 'react'
import { sentenceOf } from '#ui/sentence-of.ts'
import { Sheet } from '#ui/sheet.tsx'
import { usePhone } from '#wallet/use-phone.ts'

/** Replaces the account, after a warning. */
export function ResetWallet() {
  const phone = usePhone()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const reset = async () => {
    setBusy(true)
    await phone.reset().catch((error: unknown) => phone.notify('problem', sentenceOf(error)))
    setBusy(false)
    setOpen(false)
  }
  return (
    <>
      <Button tone="plain" onClick={() => setOpen(true)}>
        Start with a new account
      </Button>
      {isOpen && (
        <Sheet title="Start with a new account?" onClose={() => setOpen(false)}>
          <p>
            The key of this account is deleted, its play money stays behind, and all sites are
            disconnected.
          </p>
          <Button isBusy={isBusy} onClick={() => void reset()}>
            Delete the key
          </Button>
          <Button tone="quiet" onClick={() => setOpen(false)}>
            Keep it
          </Button>
        </Sheet>
      )}
    </>
  )
}
