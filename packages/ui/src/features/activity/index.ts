export { ActivityList } from './activity-list.tsx'
export { ActivityScreen } from './activity-screen.tsx'
