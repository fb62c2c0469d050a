import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { createDetector, findCode } from './find-code.ts'

type Camera = { isOn: boolean; problem: string | null }

/** Shows the camera in a video element, and reports the text of each code it sees until one is taken. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (text: string) => boolean,
): Camera {
  const [camera, setCamera] = useState<Camera>({ isOn: false, problem: null })
  const report = useEffectEvent(onCode)
  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    const run = async () => {
      const stream = await openCamera(signal)
      const target = video.current
      if (target === null) return
      target.srcObject = stream
      await target.play()
      setCamera({ isOn: true, problem: null })
      const detector = await createDetector()
      await findCode({ detector, picture: target, onCode: (text) => report(text) }, signal)
    }
    run().catch((error: unknown) => {
      if (!signal.aborted) setCamera({ isOn: false, problem: problemOf(error) })
    })
    return () => closing.abort()
  }, [video])
  return camera
}

/** @returns The camera's stream, which ends with the signal. */
async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  if (mediaDevices === undefined) throw new DOMException('', 'NotFoundError')
  const video = { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 1_280 } }
  const stream = await mediaDevices.getUserMedia({ video, audio: false })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  signal.throwIfAborted()
  return stream
}

function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  switch (name) {
    case 'NotAllowedError':
      return 'The browser does not let this page use the camera. Allow it in the site settings, or paste the link below.'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'This device has no camera. Paste the link below.'
    case 'NotReadableError':
      return 'Another program uses the camera. Close it, or paste the link below.'
    default:
      return 'The camera does not start. Paste the link below.'
  }
}
