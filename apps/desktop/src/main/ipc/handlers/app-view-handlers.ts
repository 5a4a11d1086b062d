import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const appViewHandlers = ({ appPages, appViews }: Host): HandlersOf<'app-view'> => ({
  'app-view.open': (place) => appViews.open(place),
  'app-view.open-window': (place) => appViews.openWindow(place),
  'app-view.accept-change': ({ hash, ...place }) => appPages.acceptChange(place, hash),
  'app-view.connect': ({ viewId, context }) => appViews.connect(viewId, context),
  'app-view.set-context': ({ viewId, context }) => appViews.contextChanged(viewId, context),
  'app-view.take-picture': ({ viewId, box }) => appViews.takePicture(viewId, box),
  'app-view.picture': (place) => appViews.picture(place),
  'app-view.of-server': ({ id }) => appPages.ofServer(id),
  'app-view.set-for-server': ({ id, apps }) => appViews.setForServer(id, apps),
  'app-view.set-giving': ({ id, giving }) => appViews.setGiving(id, giving),
  'app-view.take-back': ({ id, uri }) => appViews.takeBack(id, uri),
  'app-view.close': ({ viewId, reason }) => appViews.close(viewId, reason),
})
