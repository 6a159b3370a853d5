/**
 * The commonest actions and things of requests in other languages, each line in English, German,
 * French, Spanish, Portuguese, Japanese and Chinese. Compiled by hand, in the terms that localized
 * interfaces of mail, calendars, files, code hosting and shops use, from their speakers' knowledge:
 * no dictionary, glossary or data set was consulted, so that a line may miss a common word. A word stands for all that begin with it; alternatives are separated by commas, and
 * those of several words are phrases. Accents are left out, except in Japanese and Chinese.
 */
export const actionWords = `
create | erstell, anleg, lege, erzeug, eroffn, offne, neue, neuen, neues, hinzufug, fuge | cree, creer, ajout, ouvr, nouveau, nouvelle | crea, crear, anad, agreg, abre, abrir, nueva, nuevo | cria, criar, crie, adicion, abra, abrir, nova, novo | 作成, 作って, 作る, 追加, 新規, 立てて, 開いて | 创建, 新建, 添加, 新增, 建立, 加到, 创建一个
schedule | plane, planen, vereinbar, buche, buchen | planifi, programm, reserv | program, agend, reserv | agend, marc, reserv | 予定に入れ, 予約, 設定して | 安排, 预约, 预定
send | send, schick, versend, verschick | envoi, envoy, expedi | envi, mand | envi, mand | 送信, 送って, 送る, 送付 | 发送, 发给, 发一, 发个, 寄, 给…发
post | poste, veroffentlich | publi, poste | public | public, poste | 投稿, 公開 | 发布, 发表
reply | antwort, beantwort | repond | respond, contest | respond | 返信, 返事 | 回复, 答复
list | zeig, list, auflist, anzeig, welche | liste, affich, montr, quels, quelles | lista, muestr, mostrar, cuales | lista, listar, liste, mostr, mostre, quais | 一覧, 表示, 見せて, リスト | 列出, 显示, 查看, 看看, 列表
find search | such, find | cherch, trouv, recherch | busc, encuentr | busc, procur, encontr | 検索, 探して, 探す, 調べて, 見つけ | 查找, 搜索, 找到, 查询, 找出
get | hole, hol, abruf, lies, lese | recuper, obten, obtien, lis, lire | obten, lee, leer, consult | obtenh, obter, leia, ler, consult | 取得, 読んで, 教えて | 获取, 读取, 得到, 告诉我
update | ander, aktualisier, bearbeit, setz | modifi, chang, met a jour, mettre a jour | actualiz, cambi, modific, edit | atualiz, alter, muda, mude, edit | 更新, 変更, 編集, 修正 | 更新, 修改, 更改, 编辑, 改成
rename | umbenenn, benenn | renomm | renombr | renome | 名前を変更 | 重命名
move | verschieb | deplac | muev, mover | mova, mover | 移動 | 移动, 移到
delete | losch, entfern | supprim, efface, enlev | elimin, borr, quit | exclu, apag, remov, delet | 削除, 消して, 消す | 删除, 移除, 清除
cancel | storni, kundig, absag, sag…ab, abbrech | annul, resili | cancel | cancel | キャンセル, 解約, 取り消 | 取消, 解约
close | schliess | ferm, clotur | cierr, cerrar | fech | 閉じ, クローズ | 关闭
assign | zuweis, weis | assign, attribu | asign | atribu | 割り当て, アサイン | 分配, 指派, 分派
share | teil, freigeb, gib…frei | partag | compart | compartilh, partilh | 共有, シェア | 分享, 共享
upload | hochlad, lade…hoch | televers, charge, mets en ligne, importe | sube, subir, suba, carg | carreg, envie o arquivo, suba | アップロード | 上传
download | herunterlad, lade…herunter | telecharg | descarg, baja, bajar | baix, descarreg | ダウンロード | 下载
export | exportier | export | export | export | エクスポート, 書き出 | 导出
merge | zusammenfuhr, mergen, merge | fusionn | fusion, combin | mescl, fund | マージ | 合并
copy | kopier, duplizier | copi, dupliqu | copi, duplic | copi, duplic | コピー, 複製 | 复制, 拷贝
refund | erstatt, ruckerstatt, ruckzahl | rembours | reembols, devuelv, devolver | reembols, devolv, estorn | 返金, 払い戻 | 退款, 退还
remind | erinner | rappel | record | lembr | リマインド, 思い出 | 提醒
invite | einlad, lade…ein | invit | invit | convid | 招待 | 邀请
complete | abschliess, erledig | termin, complet | complet, termin | conclu, termin | 完了 | 完成
start | start | demarr, lanc | inici, arranc, lanz | inici, come | 開始, 起動, 実行 | 启动, 开始, 运行
restart | neustart, starte…neu | redemarr | reinici | reinici | 再起動 | 重启, 重新启动
stop | stopp, anhalt | arret | deten, parar | pare, parar | 停止, 止めて | 停止
deploy | bereitstell, deploy | deploi, deploy | despleg, despliegu | implant, public | デプロイ | 部署
play | spiel, abspiel | joue, lire | reproduc, pon | toca, tocar, toque, reproduz | 再生, 流して | 播放
approve | genehmig, freigeb | approuv, valid | aprueb, aprob | aprov | 承認 | 批准, 审批
archive | archivier | archiv | archiv | arquiv | アーカイブ | 归档, 存档
pause | pausier, unterbrich | mets en pause, suspend | pon en pausa, pausa, pausar | pause, pausar, suspend | 一時停止 | 暂停
forward | leite…weiter, weiterleit | transfer, transfere | reenvi | encaminh | 転送 | 转发
call | rufe, anruf | appel | llam | ligue, ligar | 電話 | 打电话, 呼叫`

export const thingWords = `
email | mail, e-mail, email, nachricht per mail | courriel, mail, e-mail, email | correo, correos, e-mail, email | e-mail, email, correio | メール, 電子メール, Eメール | 邮件, 电子邮件, 邮箱
unread | ungelesen | non lu | no leid | nao lid | 未読 | 未读
draft | entwurf, entwurfe | brouillon | borrador | rascunho | 下書き | 草稿
attachment | anhang, anhange | piece jointe, pieces jointes | adjunto | anexo | 添付 | 附件
event appointment | termin, besprechung, eintrag | evenement, rendez-vous, reunion | evento, cita, reunion | evento, compromisso, reuniao | 予定, イベント, 会議, 打ち合わせ | 日程, 活动, 会议, 约会
meeting | besprechung, meeting, sitzung | reunion | reunion | reuniao | 会議, ミーティング | 会议
calendar | kalender | calendrier, agenda | calendario, agenda | calendario, agenda | カレンダー | 日历
free availability | frei, verfugbar | libre, disponib | libre, disponib | livre, disponiv | 空き, 空いて | 空闲, 有空
file | datei | fichier | archivo, fichero | arquivo, ficheiro | ファイル | 文件
contract document | vertrag | contrat | contrato | contrato | 契約 | 合同
folder | ordner, verzeichnis | dossier, repertoire | carpeta | pasta | フォルダ | 文件夹
document | dokument | document | documento | documento | 文書, ドキュメント, 書類 | 文档
spreadsheet | tabelle | tableur, feuille de calcul, tableau | hoja de calculo, planilla | planilha | スプレッドシート, 表 | 表格, 电子表格
row | zeile | ligne | fila | linha | 行を | 一行, 行到
presentation | prasentation | presentation, diaporama | presentacion | apresentacao | プレゼン, スライド | 幻灯片, 演示
message | nachricht | message | mensaje | mensagem | メッセージ | 消息, 信息
channel | kanal, channel | canal | canal | canal | チャンネル, チャネル | 频道
comment | kommentar | commentaire | comentario | comentario | コメント | 评论
issue | issue, fehler, problem | ticket, anomalie, probleme, incident | incidencia, fallo, error, problema | problema, erro, chamado | イシュー, 課題, バグ, 不具合 | 问题, 缺陷, 议题
ticket | ticket, anfrage | ticket, demande | ticket, tique | ticket, chamado | チケット | 工单
task | aufgabe | tache | tarea | tarefa | タスク, 作業, やること | 任务, 待办
overdue | uberfallig | en retard, impay | vencid, atrasad | atrasad, vencid | 期限切れ, 遅れ, 未払 | 逾期, 过期, 未付
project | projekt | projet | proyecto | projeto | プロジェクト | 项目
board | board, tafel | tableau | tablero | quadro | ボード | 看板
page | seite | page | pagina | pagina | ページ | 页面
repository | repository, repositori, repo | depot | repositorio | repositorio | リポジトリ | 仓库, 代码库
pull request | pull request | pull request, demande de tirage | pull request, solicitud de extraccion | pull request, solicitacao de pull | プルリクエスト, プルリク | 拉取请求
merge request | merge request | demande de fusion | solicitud de fusion | solicitacao de mesclagem | マージリクエスト | 合并请求
branch | branch, zweig | branche | rama | ramo | ブランチ | 分支
commit | commit | commit | confirmacion | commit | コミット | 提交
release | release, version | version | version, lanzamiento | versao, lancamento | リリース | 发布版本, 版本
customer | kunde | client | cliente | cliente | 顧客, 客様, 取引先 | 客户, 顾客
contact | kontakt | contact | contacto | contato, contacto | 連絡先 | 联系人
company | firma, unternehmen | entreprise, societe | empresa, compania | empresa | 会社, 企業 | 公司
deal | geschaft, deal | affaire | negocio, trato | negocio | 商談, 取引 | 交易, 商机
invoice | rechnung | facture | factura | fatura | 請求書 | 发票, 账单
payment | zahlung | paiement | pago | pagamento | 支払, 決済 | 付款, 支付
refund | geld zuruck, ruckerstattung | remboursement | reembolso | reembolso | 返金 | 退款
subscription | abo, abonnement | abonnement | suscripcion | assinatura | サブスク, 定期購読, 購読 | 订阅
balance | saldo, guthaben, kontostand | solde | saldo | saldo | 残高 | 余额
price | preis | prix | precio | preco | 価格, 値段 | 价格
product | produkt, artikel | produit | producto | produto | 商品, 製品 | 产品, 商品
order | bestellung | commande | pedido | pedido, encomenda | 注文 | 订单
stock inventory | lagerbestand, bestand, lager | stock, inventaire | existencias, inventario | estoque, inventario | 在庫 | 库存
account | konto | compte | cuenta | conta | アカウント, 口座 | 账户, 帐户, 账号
user | benutzer, nutzer | utilisateur | usuario | usuario, utilizador | ユーザー | 用户
member | mitglied | membre | miembro | membro | メンバー | 成员
team | team | equipe | equipo | equipe, time | チーム | 团队
on call | bereitschaft | d'astreinte, astreinte | de guardia, guardia | de plantao, plantao | オンコール, 当番 | 值班
incident | storung, vorfall, ausfall | incident, panne | incidente, caida | incidente, queda | インシデント, 障害 | 事故, 故障, 事件
alert | alarm, warnung | alerte | alerta | alerta | アラート, 警告 | 警报, 告警
error | fehler | erreur | error | erro | エラー | 错误, 报错
log | protokoll | journaux, journal | registro | registro | ログ | 日志
server | server | serveur | servidor | servidor | サーバー, サーバ | 服务器
database | datenbank | base de donnees | base de datos | banco de dados | データベース | 数据库
domain | domain, domane | domaine | dominio | dominio | ドメイン | 域名
deployment | bereitstellung | deploiement | despliegue | implantacao | デプロイ | 部署
visits traffic report | besuche, besucher, aufrufe | visites, visiteurs | visitas, visitantes | visitas, visitantes, acessos | 訪問, アクセス, 閲覧 | 访问量, 访客, 流量
site | webseite, website | site | sitio, pagina web | site | サイト, ウェブ | 网站
report | bericht | rapport | informe, reporte | relatorio | レポート, 報告 | 报告, 报表
campaign newsletter | kampagne, newsletter, rundbrief | campagne, infolettre | campana, boletin | campanha, boletim | キャンペーン, メルマガ | 营销活动, 通讯
subscriber | abonnent | abonne | suscriptor | inscrito, assinante | 購読者 | 订阅者
form | formular, umfrage | formulaire, sondage | formulario, encuesta | formulario, pesquisa | フォーム, アンケート | 表单, 问卷
response | antworten | reponses | respuestas | respostas | 回答 | 回答, 答卷
song track | lied, song, titel | chanson, morceau | cancion | musica, cancao | 曲, 歌 | 歌曲, 歌
playlist | wiedergabeliste, playlist | liste de lecture, playlist | lista de reproduccion | lista de reproducao | プレイリスト | 播放列表, 歌单
video | video | video | video, vídeo | video | 動画, ビデオ | 视频
image | bild, foto | image, photo | imagen, foto | imagem, foto | 画像, 写真 | 图片, 照片
recording | aufnahme, aufzeichnung | enregistrement | grabacion | gravacao | 録画, 録音 | 录像, 录音
phone number | telefonnummer | numero de telephone | numero de telefono | numero de telefone | 電話番号 | 电话号码
label | etikett, label | etiquette, libelle | etiqueta | etiqueta, marcador | ラベル | 标签
reminder | erinnerung | rappel | recordatorio | lembrete | リマインダー | 提醒
record | datensatz, datensatze | enregistrement de donnees, fiche | registro de datos, ficha | registro de dados, ficha | レコード | 记录
coupon discount | gutschein, rabatt | coupon, remise, reduction | cupon, descuento | cupom, desconto | クーポン, 割引 | 优惠券, 折扣
opportunity | verkaufschance, chance | opportunite | oportunidad | oportunidade | 案件 | 销售机会
lead | interessent, lead | prospect | cliente potencial, prospecto | prospecto, lead | リード, 見込み客 | 潜在客户, 线索
note | notiz | note | nota | nota, anotacao | メモ, ノート | 笔记, 备注
expense | ausgabe, spesen | depense, frais | gasto | despesa, gasto | 経費, 支出 | 费用, 支出
sale | verkauf, umsatz | vente | venta | venda | 売上, 販売 | 销售
open | offene, offenen | ouvert | abiert | abert | オープン, 未解決 | 打开的, 未关闭
all | alle | tous, toutes | todos, todas | todos, todas | すべて, 全て | 所有, 全部
today | heute | aujourd'hui | hoy | hoje | 今日 | 今天
tomorrow | morgen | demain | manana | amanha | 明日 | 明天
yesterday | gestern | hier | ayer | ontem | 昨日 | 昨天
monday | montag | lundi | lunes | segunda-feira | 月曜 | 星期一, 周一
tuesday | dienstag | mardi | martes | terca-feira | 火曜 | 星期二, 周二
wednesday | mittwoch | mercredi | miercoles | quarta-feira | 水曜 | 星期三, 周三
thursday | donnerstag | jeudi | jueves | quinta-feira | 木曜 | 星期四, 周四
friday | freitag | vendredi | viernes | sexta-feira | 金曜 | 星期五, 周五
saturday | samstag, sonnabend | samedi | sabado | sabado | 土曜 | 星期六, 周六
sunday | sonntag | dimanche | domingo | domingo | 日曜 | 星期日, 周日
week | woche | semaine | semana | semana | 週 | 周, 星期
month | monat | mois | mes | mes | 月の | 月的
last | letzte, letzten | dernier | ultim | ultim | 最後, 前回 | 最后, 上一
Google Drive | google drive | google drive | google drive | google drive | グーグルドライブ | Google云端硬盘, 云端硬盘, 谷歌云盘`

/** Words by which a language is recognized; they are left out of the request. */
export const functionWords = {
  de: `der die das den dem des ein eine einen einem einer ich mir mich mein meine meinem meinen meiner wir uns unser unsere und oder fur mit von vom zu zum zur auf aus bei in im an am ist sind war hat habe haben wird werden dass nicht wie was wer wo wann alle bitte kannst konntest du sie es gerade noch nach uber unter aller dieses dieser diese diesen`,
  fr: `le la les un une des du de d l au aux et ou pour avec sur dans par je j me moi mon ma mes nous notre nos est sont a ai que qui quoi quand comment combien ce cette ces il elle toute tout s il te plait peux tu qu en`,
  es: `el la los las un una unos unas de del al y o para por con sobre en que quien cuando cuanto cuanta cuantos cuantas como donde mi mis me nuestro nuestra es son esta este estos estas hay tengo tiene por favor puedes se lo le hay`,
  pt: `o a os as um uma uns umas de do da dos das no na nos nas ao aos e ou para por com sobre em que quem quando quanto quanta quantos quantas como onde meu minha meus minhas me nosso nossa esta este estes estas isso tem teve tenho por favor pode se lo deste desta foi`,
} as const

/** Words that begin questions, which ask to read something. */
export const questionWords = `wer was wie wann wo welche welcher welches wieviel qui que quoi quand comment combien quel quelle quels quelles ou est-ce quien cuando cuanto cuanta cuantos cuantas cual cuales donde quem quando quanto quanta quantos quantas qual quais onde`
