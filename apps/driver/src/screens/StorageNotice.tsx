import { useDrive } from '../ui/drive.tsx'
import { useStorageKept } from '../ui/use-storage.ts'
import styles from './status-line.module.css'

/** Said before driving: nothing can be done about it at the wheel. */
export const StorageNotice = () => {
  const { say } = useDrive()
  return useStorageKept() === false && <p className={styles['notice']}>{say('storage_cleared')}</p>
}
