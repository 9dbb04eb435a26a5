import { createRoot } from 'react-dom/client'
import { api, createClient } from '@ambit/contract'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')
const client = createClient({ origin: '', token: () => null })
void client.call(api.driver.session)
createRoot(place).render(<main />)
