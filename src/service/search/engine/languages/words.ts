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
update | ander, aktualisier, bearbeit, setz | modifi, chang, met a jour, mets a jour, mettre a jour | actualiz, cambi, modific, edit | atualiz, alter, muda, mude, edit | 更新, 変更, 編集, 修正 | 更新, 修改, 更改, 编辑, 改一下, 改成, 改为, 改成
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
send message | schreib | ecri, ecris, redig | escrib | escrev | 書いて, 連絡して | 写信, 写给, 写一封
tell notify | sag, sage, benachrichtige, mitteil, teile…mit, informier | dis a, previens, prevenir, inform, avert | dile, avisa, avisar, inform, notific | diga, avis, inform, notific | 伝えて, 知らせ, 通知 | 通知, 告知
add | trag, trage, nimm…auf, aufnehm, hinzu | inscri, mets, mettre | apunta, apuntar, inscrib, mete, pon en | inscrev, coloca, coloque, coloc, poe, ponha, junt | 追加, 入れて, 登録 | 添加, 加入, 加到, 新增
create | leg, mach, mache, anfert, richte…ein, einricht | fais, faire, etabl, prepar, mets en place | haz, hacer, prepar, genera | faz, faca, fazer, prepar, gera | 作って, 作成, 作る, 新規, 起票 | 创建, 新建, 建立, 建一, 做一
move reschedule | verleg, verschob | decal, report, repouss, avanc | aplaz, pospon, posponer, retras, adelant | adia, adie, adiar, remarc, transf | ずらして, 延期, 変更して | 推迟, 改到, 改期, 提前, 延后
cancel delete | streich, absage, sage…ab | decommand | anula, anular | desmarc | 中止, 取りやめ | 删掉, 作废
remove | nimm, wirf, rauswerf, raus | retir, vire | saca, sacar, retir, echa | tira, tire, tirar, retir | 外して, 外す | 移出, 踢出
count | wie viele, wieviele, zahle | combien | cuantos, cuantas | quantos, quantas | 何人, 何件, いくつ | 多少, 几个
check | pruf, uberpruf, schau, sieh | verifi, regard, control | comprueb, revis, mira, verific | verific, confir, olha | 確認 | 检查, 看看, 确认
mark | markier, kennzeichn | marqu | marc | marq | マーク, 印を | 标记
open | mach…auf | rouvr | reabr | reabr | 開いて | 重新打开
pay | bezahl, zahl, uberweis | paye, payer, regl | paga, pagar | paga, pague | 払って | 支付
book | buch, reservier | reserv | reserv | reserv | 予約して | 预订
print get pdf | druck | imprim | imprim | imprim | 印刷 | 打印
summarize read | fass…zusammen, zusammenfass | resume, resumer | resum | resum | 要約, まとめて | 总结, 概括
increase update | erhoh, vergrosser | augment | aument, sube | aument | 増やして, 上げて | 增加, 提高
enable | einschalt, aktivier, schalt…ein | activ, allum | activ, enciend | ativ, activ, lig | 有効, オンに | 启用, 打开
disable stop | ausschalt, deaktivier, schalt…aus | desactiv, etein, coup | desactiv, apaga | desativ, deslig | 無効, オフに | 关掉, 停用
listen play | hor, anhor | ecout | escuch | ouv, ouvir | 聴きたい, 聞きたい, かけて | 听, 放一
publish tweet | twitter, twittere | tweet | tuite | tuit, twit | ツイート, つぶやい | 推文, 发推
restore undo | wiederherstell, zuruckhol, stell…wieder her | restaur, retabl | restaur, recuper | restaur, recuper | 復元, 元に戻 | 恢复, 还原
comment | kommentier | comment | coment | coment | コメントして | 评论一下
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
appointment event | verabredung, treffen, mittagessen | rendez-vous, rdv, dejeuner | almuerzo, comida con, quedada | almoco, encontro | アポ, 面談, ランチ | 约会, 预约, 会面, 聚餐
video call meeting | videoanruf, videokonferenz, videogesprach | visio, visioconference, appel video | videollamada, videoconferencia | videochamada, videoconferencia, chamada de video | ビデオ会議, オンライン会議, ウェブ会議, ミーティング | 视频会议, 视频通话
tweet post | tweet | tweet | tuit, tweet | tuite, tweet | ツイート, 投稿を | 推文
chat channel | chat, raum | salon, discussion | chat, sala | chat, sala, grupo | チャット, ルーム | 聊天, 群, 群聊
sms text message phone | sms, kurznachricht | sms, texto | sms, mensaje de texto | sms, torpedo | ショートメッセージ, SMS | 短信
phone | handy, telefon | telephone, portable | telefono, movil | telefone, celular | 携帯, 電話 | 手机, 电话
permission access | leserecht, schreibrecht, zugriff, zugang, berechtigung, rechte | acces, droit, droits, autorisation | acceso, permiso | acesso, permiss | 権限, アクセス権 | 权限, 访问权
shared | geteilt, freigegeben | partage | compartid | compartilhad | 共有された | 共享的
quote offer | angebot, kostenvoranschlag | devis, offre | presupuesto, oferta, cotizacion | orcamento, cotacao | 見積 | 报价
invoice | rechnungen | factures | facturas | faturas, boleto | 請求 | 账单
unpaid overdue | unbezahlt, offene rechnung, nicht bezahlt, ausstehend | impaye, pas encore paye, en attente de paiement | impagad, sin pagar, pendiente de pago | nao pag, em aberto, pendente | 未入金, 未払い | 未支付, 未付款, 没付
supplier contact | lieferant | fournisseur | proveedor | fornecedor | 仕入先, 業者 | 供应商
tax | steuer, mehrwertsteuer | tva, impot | iva, impuesto | iva, imposto | 税 | 税
profit loss report | gewinn, verlust, umsatz | benefice, chiffre d'affaires, resultat | beneficio, ganancia, ingresos | lucro, faturamento, receita | 利益, 損益, 売上高 | 利润, 盈亏, 收入
cost | kosten | couts, cout | coste, costo | custo | 費用, コスト | 成本
fee | gebuhr | frais | comision, tarifa | taxa | 手数料 | 手续费
customer record | kundenakte, kundenkartei | fiche client | ficha de cliente | ficha de cliente, cadastro | 顧客情報 | 客户资料
support ticket | supportfall, supportanfrage | demande d'assistance | caso de soporte | atendimento, chamado | 問い合わせ | 客服工单, 咨询
answer reply | antwort | reponse | respuesta | resposta | 返答 | 答复, 回信
conversation thread | unterhaltung, gesprach, verlauf | conversation, echange, fil | conversacion, hilo | conversa | 会話, スレッド, やりとり | 对话, 会话
inbox email | posteingang, postfach | boite de reception, boite mail | bandeja de entrada, buzon | caixa de entrada | 受信トレイ, 受信箱 | 收件箱
newsletter campaign | rundschreiben, mailing | lettre d'information, newsletter | boletin, newsletter | newsletter, informativo | ニュースレター | 新闻邮件, 简报
audience subscriber | verteiler, mailingliste | liste de diffusion, liste de mails | lista de correo, lista de distribucion | lista de e-mails, lista de emails | メーリングリスト, 配信リスト | 邮件列表
people traffic report | leute, personen | personnes, gens | personas, gente | pessoas | 人が | 人访问
warehouse stock inventory | lagerhaus, vorrat, auf lager | entrepot, en stock | almacen, bodega, quedan | armazem, deposito, restam | 倉庫, 残って | 仓库, 还剩, 剩余
delivery shipping order | lieferung, paket, versand | livraison, colis | envio del pedido, paquete, entrega | entrega, pacote, remessa | 配送, 荷物, 発送 | 快递, 包裹, 发货, 物流
shirt product | hemd, shirt | chemise, tee-shirt | camiseta, camisa | camiseta, camisa | シャツ | 衬衫, T恤
tag label | schlagwort | tag, mot-cle | etiqueta | etiqueta | タグ | 标签
status state | status, zustand | statut, etat | estado | status, estado | 状態, ステータス | 状态
priority | prioritat, dringlichkeit | priorite | prioridad | prioridade | 優先度 | 优先级
deadline due date | frist, falligkeit | echeance, date limite | plazo, fecha limite | prazo | 締め切り, 期限 | 截止日期, 期限
subtask | unteraufgabe, teilaufgabe | sous-tache | subtarea | subtarefa | サブタスク | 子任务
sprint | sprint | sprint | sprint | sprint | スプリント | 迭代
bug error | fehlermeldung, absturz | bogue, plantage | fallo, caida | falha, travamento | クラッシュ, エラーが | 崩溃, 故障
code | quelltext, code | code | codigo | codigo | コード, ソース | 代码
version release | fassung | version | version | versao | バージョン | 版本
change | anderung | modification, changement | cambio | mudanca, alteracao | 変更点 | 改动, 变更
test | test | test | prueba | teste | テスト | 测试
website page | homepage, internetseite | page web, site web | pagina web, sitio web | pagina web | ホームページ | 网页
dns record | dns-eintrag, dns-eintrage | enregistrement dns, enregistrements dns | registro dns, registros dns, registros de dns | registro dns, registros dns, registros de dns | DNSレコード | DNS记录
machine server droplet | maschine, rechner | machine | maquina | maquina | マシン, 仮想マシン | 机器, 主机
memory | speicher, arbeitsspeicher | memoire | memoria | memoria | メモリ | 内存
disk | festplatte | disque | disco | disco | ディスク | 磁盘
backup snapshot | sicherung, datensicherung | sauvegarde | copia de seguridad, respaldo | copia de seguranca, backup | バックアップ | 备份
on call shift | schicht, notdienst, dienst | permanence, garde | turno | turno, escala | シフト, 夜勤 | 班次, 轮值
production | produktion, produktiv | production | produccion | producao | 本番 | 生产环境
cell | zelle | cellule | celda | celula | セル | 单元格
column | spalte | colonne | columna | coluna | 列を | 列
sheet tab | blatt, reiter, tabellenblatt | feuille, onglet | hoja, pestana | aba, folha | シート, タブ | 工作表
text | text | texte | texto | texto | 文章, テキスト | 文字, 文本
copy | kopie | copie, double | copia | copia | コピーを | 副本
link | link, verknupfung | lien | enlace | link | リンク | 链接
photo picture | fotos, bilder | photos | fotos | fotos | 写真を | 照片
meeting notes document | protokoll der sitzung, besprechungsnotiz | compte rendu, proces-verbal | acta, minuta | ata | 議事録 | 会议纪要, 会议记录
room | zimmer, besprechungsraum | salle | sala | sala | 会議室 | 会议室
participant | teilnehmer | participant | participante, asistente | participante | 参加者 | 参会者, 参与者
webinar | webinar, seminar | webinaire | seminario web | webinario | ウェビナー, セミナー | 网络研讨会
survey form | befragung, fragebogen | questionnaire, enquete | cuestionario | questionario, inquerito | 調査 | 调查
answer response | beantwortet, ausgefullt | repondu, rempli | respondido, contestado | respondido, preenchid | 回答者 | 填写
music | musik | musique | musica | musica | 音楽 | 音乐
album | album | album | album, disco | album | アルバム | 专辑
artist | kunstler, band, sanger | artiste, groupe | artista, cantante | artista, cantor | アーティスト, 歌手 | 歌手, 艺人
volume | lautstarke, lauter, leiser | volume, plus fort, moins fort | volumen, mas alto, mas bajo | volume, mais alto, mais baixo | 音量 | 音量
next | nachste, nachster, nachstes | suivant, prochain | siguiente, proxim | proxim, seguinte | 次の | 下一
follower | follower | abonne, suiveur | seguidor | seguidor | フォロワー | 粉丝, 关注者
colleague user | kollege, kollegin, mitarbeiter | collegue, employe | colega, empleado | colega, funcionario | 同僚, 社員 | 同事, 员工
address | adresse, anschrift | adresse | direccion | endereco | 住所, アドレス | 地址
password | passwort, kennwort | mot de passe | contrasena | senha, palavra-passe | パスワード | 密码
design file | entwurf der, gestaltung | maquette | diseno, maqueta | desenho, design | デザイン | 设计稿, 设计
vacation | urlaub, abwesenheit | vacances, conge, absence | vacaciones, ausencia | ferias, ausencia | 休暇, 不在 | 休假, 外出
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
