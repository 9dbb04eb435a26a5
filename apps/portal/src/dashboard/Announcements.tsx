import { IconSpeakerphone } from '@tabler/icons-react'
import classes from './dashboard.module.css'
import { dashboardStrings as words } from './strings.ts'

export const Announcements = () => (
  <section className={`card ${classes['panel']}`} aria-labelledby="announcements">
    <h2 id="announcements" className={classes['heading']}>
      <IconSpeakerphone size={16} stroke={1.7} aria-hidden />
      {words.announcements}
    </h2>
    <ul className={classes['announcements']}>
      {words.announced.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </section>
)
