import { Button, CopyButton, Group } from '@mantine/core'
import { saveFile } from '../api/download.ts'
import classes from './security.module.css'
import { securityStrings as words } from './strings.ts'

/** Shown this once, to be kept elsewhere. */
export const RecoveryCodeList = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <p className={classes['text']}>{words.codesText}</p>
      <ul className={classes['codes']} aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code} className="numbers">
            {code}
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), words.file)}>
          {words.download}
        </Button>
        <Button onClick={onKept}>{words.kept}</Button>
      </Group>
    </>
  )
}
