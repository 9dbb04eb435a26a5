import { z } from 'zod'
import { endpoint, many, one } from '../endpoint.ts'
import { Backup, BackupDrill, BackupState } from '../records/backups.ts'

const READ = 'Settings:backup:canRead'
const CREATE = 'Settings:backup:canCreate'

const wish = one(z.object({ wanted_at: z.iso.datetime() }))

export const backups = {
  list: endpoint('backups.list', 'GET', '/backups', {
    summary: 'Backups of the server’s folder, the newest first, and how making them stands',
    access: READ,
    answer: z.object({
      data: z.array(Backup),
      meta: z.object({ total: z.int(), total_count: z.int(), state: BackupState }),
    }),
  }),
  create: endpoint('backups.create', 'POST', '/backups', {
    summary: 'Have a backup made now; it is in the list once it was read back',
    access: CREATE,
    allRegions: true,
    answer: wish,
    status: 201,
  }),
}

export const backupDrills = {
  list: endpoint('backupDrills.list', 'GET', '/backup_drills', {
    summary: 'What restoring backups for a drill has found, the newest first',
    access: READ,
    answer: many(BackupDrill),
  }),
  create: endpoint('backupDrills.create', 'POST', '/backup_drills', {
    summary: 'Have the newest backup restored for a drill now; its result is in the list afterwards',
    access: CREATE,
    allRegions: true,
    answer: wish,
    status: 201,
  }),
}
