/** Money, trade and goods; see `index.ts`. */
export const money = `
stock market price quote: ticker nasdaq nyse equity sp500 intraday bullish bearish investor earnings shareholder
technical indicator stock: rsi macd bollinger candlestick momentum overbought
dividend etf fund: yield payout exdividend shareholder holdings nav
stock options trading: strike expiry puts volatility hedging trader leverage
portfolio investment: holdings diversify rebalance investing investor
commodity gold price: silver copper metals crude oil wheat ounce
treasury bond interest rate: fed debt inflation monetary yield treasuries
economic indicator gdp: inflation unemployment cpi recession economy
startup funding investor: venture vc unicorn founder startups
cryptocurrency price exchange: bitcoin crypto btc eth ethereum altcoin coin stablecoin memecoin
blockchain wallet transaction contract: bitcoin ethereum btc eth onchain mempool solidity evm dapp gwei mainnet
defi token swap liquidity: slippage crypto altcoin staking tvl lending
nft collection: nfts mint collectible crypto ethereum
currency exchange rate conversion: dollars euro usd eur gbp yen rupees peso forex franc
bank account transaction balance: iban deposit overdraft spent withdrawal debit
iban bank card validation: swift bic routing sepa creditcard prepaid
money transfer payment: wire remittance owe cash payee
loan credit interest calculator: borrow lender repay debt amortization creditworthiness indebted
retirement interest calculator: invest pension retire deposit 401k ira annuity
insurance policy claim: premium coverage deductible accident adjuster insured
payment checkout refund: pay paid purchase buyer cashless debit prepaid chargeback reimburse overcharged
invoice billing: owed overdue unpaid client paid
subscription plan billing: renew recurring churn monthly annually
budget expense finance: spend spent money finances overspent allowance
expense report receipt: reimburse spent mileage trip expenses
expense split group: owe roommates debts settle bill
accounting ledger report: bookkeeping debit reconcile profit loss cashflow unpaid overdue
product price comparison shopping: buy cheap purchase laptop shoes headphones cheapest cheaper bargain discounted
coupon discount deal: promo voucher cheap bargain promocode
review rating: stars opinion complaints worth reputation
ecommerce store order cart: merchandise sku catalog storefront webshop purchased bought shipped buyer shopper basket
inventory stock warehouse: sku restock replenish shortage pallet
logistics freight shipping tariff: shipment supplier distributor cargo truckload vessel haul
parcel tracking shipment delivery: courier shipped delivered postage package
marketplace listing auction: bidding bidder secondhand resell thrift
fashion beauty clothing product: dress shoes outfit wear jeans jacket shirt sneakers makeup skincare lipstick shampoo
  perfume
retail store loyalty reward: cashier shop receipt perks cashback redeem
toy children product: doll playground kids toddler teddy
postcard letter mail: stamp envelope postage mailbox handwritten
price comparison: cheapest cheaper deal deals bargain prices affordable discounted
coupon deal: discount discounts coupons promo voucher vouchers bargain sale cashback savings
product review: reviews ratings opinions recommended reviewers
fashion outfit: clothes clothing dress wear shoes jacket style wardrobe jeans sneakers outfits
beauty cosmetics: makeup skincare lipstick moisturizer foundation serum acne skin mascara
grants funding: grant nonprofit scholarship funded funder
stock market: stocks shares share ticker price equity invest investing
investment portfolio: invest investing retirement holdings diversify assets savings allocation
options trading: calls puts strike volatility derivatives expiry greeks
technical analysis indicator: rsi macd candlestick trend ohlc
trading order: buy sell trade trades broker brokerage
commodity price: gold silver oil crude metals wheat copper commodities barrel
currency exchange: dollar euro pounds yen rupees convert conversion usd eur currencies forex gbp
crypto cryptocurrency: bitcoin ethereum btc eth coin coins token blockchain altcoin
crypto wallet blockchain: address transaction balance ethereum token gas onchain
nft: nfts collectible mint collection collectibles
defi token: liquidity staking swap yield apy dex tvl
smart contract: solidity ethereum abi deploy evm
bank account: balance banking savings deposit transactions checking iban withdraw
bank transfer: iban swift wire bic sepa beneficiary
budget expense: spending budgeting expenses money spend savings bills
expense report: receipt receipts reimbursement expenses reimburse
loan: borrow lender repayment installments interest debt loans
insurance: insured premium coverage policy claim insurer deductible claims policyholder
economic indicator: gdp inflation unemployment economy recession cpi interest fed
startup funding: startups investors venture raised founders vc seed
e commerce order: orders store shop customer cart refund checkout
product catalog: products sku variant variants catalogue merchandise
inventory stock: warehouse sku restock quantity stocktake
order fulfillment: fulfilment warehouse picking shipped orders pack
shipping shipment: package parcel courier delivery ship carrier label freight
package tracking: parcel delivered courier shipment track arrive
freight logistics: cargo container carrier customs trucking
customs tariff: import export duty duties hs trade
purchase order: procurement supplier vendor purchasing requisition
accounting: bookkeeping ledger accountant accounts receivable payable bookkeeper
payment: pay paid charge refund card checkout payout
subscription billing: subscriptions recurring renewal cancel billed monthly
invoice: invoices bill billing billed client overdue unpaid receipt
retail pos: register cashier terminal receipt registers
loyalty reward: rewards membership redeem perks cashback
retirement: pension retire 401k ira retiree
auction: bid bids auctions bidding bidder
mutual fund etf: etfs funds nav index expense
credit score: debt borrower creditworthiness lender bureau
perfume fragrance: scent scented cologne perfumes fragrances
credit card: cards cashback debit rewards creditcard
`
