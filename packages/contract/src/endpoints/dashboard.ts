import { endpoint, one } from '../endpoint.ts'
import { Dashboard } from '../records/dashboard.ts'

export const dashboard = {
  show: endpoint('dashboard.show', 'GET', '/dashboard', {
    summary: 'What has been set up, and the figures of the day',
    access: 'Dashboard:dashboard:canRead',
    answer: one(Dashboard),
  }),
}
