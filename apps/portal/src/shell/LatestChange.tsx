import { Modal } from '@mantine/core'
import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useMemo } from 'react'
import changelog from 'virtual:changelog'
import { newestOf } from './changelog.ts'
import classes from './LatestChange.module.css'
import { shellStrings } from './strings.ts'

/** What the newest version brought, from CHANGELOG.md. */
const LatestChange = ({ onClose }: { onClose: () => void }) => {
  const html = useMemo(() => DOMPurify.sanitize(marked.parse(newestOf(changelog), { async: false })), [])
  return (
    <Modal opened onClose={onClose} title={shellStrings.latestChange} size="60em" yOffset="3vh">
      {/* The text is our own changelog, and sanitised anyway. */}
      <div className={classes['changelog']} dangerouslySetInnerHTML={{ __html: html }} />
    </Modal>
  )
}
export default LatestChange
