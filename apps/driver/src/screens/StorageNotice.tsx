import { useEffect, useState } from 'react'
import { isStorageKept } from '@ambit/phone-push/storage'
import { useDrive } from '../ui/drive.tsx'
import styles from './status-line.module.css'

/** Said before driving: nothing can be done about it at the wheel. */
export const StorageNotice = () => {
  const { say } = useDrive()
  /** null: that is not known yet */
  const [kept, setKept] = useState<boolean | null>(null)
  useEffect(() => {
    let wanted = true
    const look = async (): Promise<void> => {
      const found = await isStorageKept()
      if (wanted) setKept(found)
    }
    void look()
    return () => {
      wanted = false
    }
  }, [])
  return kept === false && <p className={styles['notice']}>{say('storage_cleared')}</p>
}
