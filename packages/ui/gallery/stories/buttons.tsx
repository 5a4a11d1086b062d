import { Check, ChevronDown, Ellipsis, Pencil, Plus, RotateCw, Send, Trash2, X } from 'lucide-react'
import { Button, IconButton, Kbd } from '../../src/kit/index.ts'
import { Playable, Specimen, useLocalText, type Story } from '../story.tsx'

function Body() {
  const say = useLocalText()
  return (
    <>
      <Specimen title="Variants">
        <Button variant="primary">{say('Add and start', '添加并启动')}</Button>
        <Button>{say('Preview', '预览')}</Button>
        <Button variant="ghost">{say('Not now', '以后再说')}</Button>
        <Button variant="danger-quiet">{say('Deny…', '拒绝…')}</Button>
        <Button variant="danger">{say('Remove server', '移除服务器')}</Button>
      </Specimen>
      <Specimen title="Sizes">
        <Button size="small">{say('Small', '小')}</Button>
        <Button>{say('Medium', '中')}</Button>
        <Button size="large">{say('Large', '大')}</Button>
        <Button size="large" variant="primary" icon={Plus}>
          {say('Add a server', '添加服务器')}
        </Button>
      </Specimen>
      <Specimen title="Icons, menus, shortcuts">
        <Button icon={RotateCw}>{say('Restart', '重启')}</Button>
        <Button trailingIcon={ChevronDown}>{say('Allow in this chat', '在此对话中允许')}</Button>
        <Button variant="primary" keys="Mod+Enter">
          {say('Allow once', '已允许一次')}
        </Button>
        <Button variant="danger-quiet" keys="Escape">
          {say('Deny', '拒绝')}
        </Button>
        <Button icon={Pencil} keys="E">
          {say('Edit arguments', '编辑参数')}
        </Button>
      </Specimen>
      <Specimen title="Loading and disabled">
        <Playable initial={false}>
          {(busy, setBusy) => (
            <>
              <Button variant="primary" loading={busy} icon={Check} onClick={() => setBusy(true)}>
                {say('Connect', '连接')}
              </Button>
              <Button variant="ghost" disabled={!busy} onClick={() => setBusy(false)}>
                {say('Reset', '重置')}
              </Button>
            </>
          )}
        </Playable>
        <Button loading>{say('Saving', '正在保存')}</Button>
        <Button variant="primary" disabled>
          {say('Send', '发送')}
        </Button>
        <Button disabled>{say('Preview', '预览')}</Button>
        <Button variant="danger" disabled>
          {say('Remove', '移除')}
        </Button>
      </Specimen>
      <Specimen title="Icon buttons">
        <IconButton icon={Plus} label={say('Attach', '添加附件')} />
        <IconButton icon={Ellipsis} label={say('More', '更多')} />
        <IconButton icon={Pencil} label={say('Edit', '编辑')} pressed />
        <IconButton icon={Trash2} label={say('Delete', '删除')} variant="danger" />
        <IconButton icon={Send} label={say('Send', '发送')} variant="primary" keys="Enter" />
        <IconButton icon={X} label={say('Close', '关闭')} variant="secondary" />
        <IconButton icon={X} label={say('Close tab', '关闭标签')} size="small" />
        <IconButton icon={Plus} label={say('Not now', '不可用')} disabled />
      </Specimen>
      <Specimen title="Key caps">
        <Kbd keys="Mod+K" />
        <Kbd keys="Mod+Enter" />
        <Kbd keys="Mod+Shift+F" />
        <Kbd keys="Escape" />
        <Kbd keys="ArrowDown" />
        <Kbd keys="?" />
      </Specimen>
    </>
  )
}

export const story: Story = { title: 'Buttons', group: 'Controls', Body }
