import { useRef } from 'react'

/** Props of a file input that is emptied with each choice, so that the same file can be chosen again once corrected. */
export const useFileChoice = (take: (file: File | null) => void) => {
  const resetRef = useRef<() => void>(null)
  const onChange = (file: File | null): void => {
    resetRef.current?.()
    take(file)
  }
  return { resetRef, onChange }
}
