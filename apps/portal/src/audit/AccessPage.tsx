import { AuditList } from './AuditList.tsx'

const AccessPage = () => <AuditList tab="access" />
export default AccessPage
