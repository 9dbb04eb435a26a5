import '@fontsource-variable/inter/index.css'
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './theme/tokens.css'
import { mountPortal } from './mount.tsx'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')
mountPortal(place)
