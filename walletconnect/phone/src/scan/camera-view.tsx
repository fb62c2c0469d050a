import { Button } from '@bullring/ui/button'
import { Notice } from '@bullring/ui/notice'
import { useRef, useState } from 'react'
import styles from './camera-view.module.css'
import { useCamera } from './use-camera.ts'

type CameraViewProps = {
  /** Returns whether the code is accepted; otherwise the search continues. */
  onCode: (text: string) => boolean
}

/** The camera's picture, searched for a code. */
export function CameraView({ onCode }: CameraViewProps) {
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt((count) => count + 1)
  return <CameraPicture key={attempt} onCode={onCode} onRetry={retry} />
}

function CameraPicture({ onCode, onRetry }: CameraViewProps & { onRetry: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { isOn, problem } = useCamera(video, onCode)
  if (problem !== null) {
    return (
      <>
        <Notice tone="quiet">{problem}</Notice>
        <Button tone="quiet" onClick={onRetry}>
          Try the camera again
        </Button>
      </>
    )
  }
  return (
    <div className={styles['camera']}>
      <video ref={video} muted={true} playsInline={true} aria-label="Picture of the camera" />
      <div className={styles['frame']} aria-hidden="true" />
      <p role="status">{isOn ? 'Hold the code inside the frame.' : 'Starting the camera…'}</p>
    </div>
  )
}
