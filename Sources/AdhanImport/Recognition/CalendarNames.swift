// Made by Resources/make-calendar-names from CLDR (babel 2.19.0); do not edit.
// swift-format-ignore-file

/// The names of months and weekdays in the languages of CLDR.
///
/// A paragraph each, from January or from Sunday on. Behind `|` are those of less usual languages.
enum CalendarNames {
    static let months =
        """
        ene enero gen gennaio ian ianuarie jan janar janeiro januar januari january janv janvier jänner led leden ledna
        oca ocak sij siječanj siječnja sty styczeń stycznia tammi tammikuu tammikuuta yan yanvar січ січень січня янв
        январ январь января јан јанвар јануар جانفي جانواري جنو جنوری كانون_الثاني يناير ژانویه | aha aharabata
        am_faoilleach amajjii bhi bhimbidvwane chanuari chinero cháykáhday_haˀimay ciongo da_schaner de_chinero de_gen
        de_gener de_genièr de_jená de_xineru de_zenâ dhen_fhaoilleach di_ghjennaghju dimɔ́di dundulenyi dzove dzv ean
        eanáir faoi fer ferikgong fĩi_loo gener genièr genver gené ghennàrgiu ghjennaghju hashiʼ_ammoʼnaʼ hywan_a̱yrnig
        hānuere ianuali ianuarii ianuarius iməg_mbegtug innayr ion ionawr j-guer jaan jaanuar janaayo janabari janairu
        janeiru janer janeru janeware janewoore jannaayo jannar jannewa jannewaris janoary januaar januaari januaarip
        januali januara januare januarie januario januaro januarĩ januer janueri januwale januwari január januára
        janvars janvāris janwaliyo janwari janyuwari janúar jasyteĩ jen jenaro jenner jená jenụwarị jerrey-geuree
        jinnaru jénúári kingal_idas kɔndɔŋ kʉfúngatɨ mis_genver mulgul mupalangulwa mut mutarama mwedi_ntandi mũgaa
        nabʼe_ikʼ nawh ndi ndira nduŋmbi_saŋ ndwenit ndzɔ̀ŋɔ̀nùm ngwɛn_matáhra ngɔn_osú nye nyenye nzero okwokubanza
        oladalʉ́ orara ođđajagemánnu ođđj oṣù_ṣẹ́rẹ́ pamba pen_dyon pha phando phe pherekgong pusu_lenju qunxa_garablu
        rags rvfo_cuse rêbendan samwiyee sanvie saus sausio sausis schan schaner sginer sii siilo styczyń sunguti sān
        sānuali tutadidi urt urtarrila uđđâivemáánu wiótheȟika_wí xan xaneiro xbʼeen_po xin xineru yanul yanüari yen
        yennayer yepé zanvie zanwuye zenâ zenâr zib zibandlela zwat_juwung ýan ýanwar žanwiye ǃkhanni ɔpɛpɔn
        ɩjikawǝrka_kaŋɔrɔ ιαν ιανουάριος ιανουαρίου ажь ажьырныҳəа гыйн гыйнвар кӑрлач нэгдүгээр_сар нэгэдүгээр_һара сту
        студзень студзеня тохс тохсунньу щылэмаз щылэмазэм щӏышылэ щӏышылэм якш якшамков январы яну януари і҆аннꙋа́рїа
        і҆аннꙋа́рїй јануари ғин ғинуар қаң қаңтар հնվ հունվար հունվարի יאַנואַר ינואר ינו׳ جانڤیە جنوري جَنَيْرُ قاڭتار
        كانون_التاني يانۋار کانوونی_دووەم ܟܢܘܢ_ܐܚܪܝܐ ߓߌ߲ߠߊߥߎߟߋ߲ जन जनवरी जनवरी: जनवरीमासः जन॰ जानुवारी जाने जानेवारी
        पुसु_लेञ्जु জনুৱারী জানু জানুয়ারি জানুৱারি জানুৱাৰী ਜਨ ਜਨਵਰੀ જાન્યુ જાન્યુઆરી ଜାନୁଆରୀ ପୁସୁ_ଲେଞ୍ଜୁ ஜன ஜனவரி జన
        జనవరి మాగ ಜನ ಜನವರಿ ജനു ജനുവരി දුරුතු ม.ค มกราคม ມ.ກ ມັງກອນ ཟླ་དངཔ་ ཟླ་བ་དང་པོ ཟླ་བ་དང་པོ་ སྤྱི་ཟླ་དངཔ་ ဇန်
        ဇန်နဝါရီ ၸၼ်ႇဝႃႇရီႇ იან იანვარი ልደትሪ ጃን ጃንዋሪ ጃንዩወሪ ጠሐረ ጥሪ ᐅᒉᒥᑮᓯᑳᐏᐲᓯᒼ ᔭᓐᓄᐊᓕ មករា ᱡᱟᱱ ᱡᱟᱱᱣᱟᱨᱤ ⲓⲁⲛⲟⲩⲁ̀ⲣⲓⲟⲥ ⵉⵏⵏⴰⵢⵔ
        一月 ꋍꆪ ꭴꮓꮈꮤꮕ 𐓨𐓣͘𐓪͘𐓬𐓘_𐓬𐓘𐓡𐓛͘𐓧𐓟 𑄎𑄚𑄪𑄠𑄢𑄨 𞄆𞄬 𞤧𞤭𞥅𞤤 𞤧𞤭𞥅𞤤𞤮

        feb febbraio febrero februar februari februarie february fev fevereiro fevral févr février helmi helmikuu
        helmikuuta lut lutego luty shk shkurt velj veljača veljače úno únor února şub şubat лют лютий лютого феб фебруар
        фев февр феврал февраль февраля شباط فبر فبراير فبروری فروری فوریه فيبواري فيفري | an_gearran arát bṛayṛ chw
        chwef chwefror cokcwaklaŋne col colte cʼhwevrer da_favrer de_febr de_febrer de_febrero de_febreru de_febrièr
        de_forá de_frevâ dha_idas dhen_ghearran di_ferraghju dzd dzodze faburairu favr favrer fbl feabh feabhra
        febereware febluali febr febraayo febraro febrayer febreiro febrer febreru febrewaris febrewoore febrièr
        febroary februaar februaari februaarip februara februarii februario februarius februaro februars februer
        februeri februwari február februára februāris febrúar febrüari febrụwarị febuare febul febuluwale feburari
        feburuarĩ feburuye febwaliyo feewiriye ferraghju fevereiru fevreiro fevrer fevriye fevrâr few fewral fewriyee
        forá fra frar frevâ freàrgiu frivaru ful fulundïgi fuṛar fäbrowa fébirie fërvé fēp fēpueli fẹ́búári gas
        gashyantare gearr guov guovvamánnu guraandhala hashiʼ_atokloʼ hlakola hmypi hornig hotvle_hvse hywan_a̱hwa
        imeg_àbùbì indlovana jasykõi kudo kuk kukadzi kuovâmáánu kʉnaanɨ luh luhuhi lùishi lɛbɛrɛbɛrɛ maha_lenju
        mis_hwevrer mukũi mwitope màcɛ̂l mũgetho ndwenngeih ndzɔ̀ŋɔ̀kɨ̀zùʔ ngwɛn_ńmba ngɔn_bɛ̌ ng’atyaato nhlo nhlolanja
        nyenyenyani ofl oflɔ okwakabiri omuk ots otsaila oṣù_èrèlè parwari peb pebrero pen_baʼa pep pepeluali pèbruari
        pébruari pēp pēpuere pɛsaŋ_pɛ́pá pɛt ruhuhuma sibat t-arree thiyóȟeyuŋka_wí tlh tlhakole toshiaght-arree
        tsahkápbiˀ tutamǩule ufeberbari ukabʼ_ikʼ vas vasario vasaris veebr veebruar wanja wassarins xkabʼ_po yeb
        yebrayer zwat_swiyang ŋgɔndɛ ǃkhanǀgôab ɔgyefoɔ ɩjikpaka_kaŋɔrɔ φεβ φεβρουάριος φεβρουαρίου ақп ақпан дав
        даволков жəаб жəабран лютага люты мазае мазаем мэзаем мэзай нарӑс олун олунньу февралы февруари феврꙋа́рїа
        феврꙋа́рїй хоёрдугаар_сар хоёрдугаар_һара փետրվար փետրվարի փտվ פֿעברואַר פברואר פבר׳ اقپان شوبات فئڤریە فبروري
        فيبروري فېبروري فېۋرال پروری ڢَبْرَيْرُ ܫܒܛ ߞߏ߲ߞߏߜߍ फर फरवरी फरवरी: फरवरीमासः फर॰ फ़रवरी फ़र॰ फेबरवरी फेब्रु
        फेब्रुअरी फेब्रुवारी फेब्रूवारी माहाका_लेञ्जु ফেব ফেব্রুয়ারি ফেব্রুৱারি ফেব্ৰু ফেব্ৰুৱাৰী ਫ਼ਰ ਫ਼ਰਵਰੀ ફેબ્રુ
        ફેબ્રુઆરી ଫେବୃଆରୀ ମାହାକା_ଲେଞ୍ଜୁ பிப் பிப்ரவரி గుండు ఫిబ్ర ఫిబ్రవరి ಫೆಬ್ರ ಫೆಬ್ರವರಿ ഫെബ്രു ഫെബ്രുവരി නවම් ก.พ
        กุมภาพันธ์ ກ.ພ ກຸມພາ ཟླ་གཉིས་པ་ ཟླ་བ་གཉིས་པ ཟླ་བ་གཉིས་པ་ སྤྱི་ཟླ་གཉིས་པ་ ဖေ ဖေဖော်ဝါရီ ၾႅပ်ႇဝႃႇရီႇ თებ თებერვალი
        ለካ ለካቲት ከተተ ካብኽብቲ ፌብ ፌብሩወሪ ፌብሩዋሪ ᐸᐚᐦᒐᑭᓇᓰᐢ ᕕᕝᕗᐊᓕ កុម្ភៈ ᱯᱷᱟ ᱯᱷᱟᱨᱣᱟᱨᱤ ⲫⲉⲃⲣⲟⲩⲁ̀ⲣⲓⲟⲥ ⴱⵕⴰⵢⵕ 二月 ꑍꆪ ꕒꕡꖝꖕ ꭷꭶꮅ
        𐓨𐓣͘𐓪͘𐓬𐓘_𐓷𐓟𐓵𐓪͘𐓬𐓘 𑄜𑄬𑄛𑄴𑄝𑄳𑄢𑄪𑄠𑄢𑄨 𞄛𞄨𞄱𞄄𞄤𞄲𞄨 𞤷𞤮𞤤 𞤷𞤮𞤤𞤼𞤮

        bře březen března maalis maaliskuu maaliskuuta maart mac mar marca march maret mars mart martie marts marzec
        marzo março mrt mär märz ožu ožujak ožujka бер березень березня мар март марта آذار مار مارس مارچ مچ | adar
        am_màrt arɛ́cika_kaŋɔrɔ bitootessa ciggilta_kudo cokcwaklii da_mars de_marso de_marzo de_marzu de_març de_merz
        dhen_mhàrt di_marzu duɔ̱ɔ̱ŋ hashiʼ_atochchíʼnaʼ hlakubele hlb hywan_a̱tat imeg_mbəŋchubi indlovu-lenkhulu
        ištáwičhayazaŋ_wí jasyapy kiptaamo kov kovas kovo kul kur kurume kĩhu kʉkeenda linlinyi lusòlo maachị maarso
        maarts mach machi mal malaki malichi marco marec maris marisi marsi marsip marso marsu marte martii martio
        martius marto martsa martxoa martzu mart̆i marz marzu març mas mashi matshi matšhe maw mawrth mayrnt maʻa maʻasi
        maṛṣ mbi mbimbitho mbiyɔ_mɛndoŋgɔ mbo mbooy mbä mbängü merz meurzh meɣres mis_meurth mop mopitlo msi musapíri
        mushende màrt màtùmb márc márch március márta mäe mäerz märts märze mäzul määz māe māehe měrc měrca ndwensam
        ndzɔ̀ŋɔ̀tɨ̀dʉ̀ghà ngwɛn_ńlal ngɔn_lála njuhčâmáánu njuk njukčamánnu ntwarante nyenyankulu okwakashatu okwamg’
        ots otsokrikri oṣù_ẹrẹ̀nà pagu_lenju pamih pen_atat pūlis pɛsaŋ_pɛ́tát rox_po sɔŋɛ tasahcuce ted tedoxe tru_idas
        umatjhi urox_ikʼ vol wer werurwe wánit zwat_tsat ǀkhuuǁkhâb ɔbɛnem ɔɛnɨ́ɔɨŋɔk μάρ μάρτιος μαρ μαρτίου
        гуравдугаар_сар гурбадугаар_һара гъатхэпэ гъатхэпэм гъэтхапэ гъэтхапэм клн кулун_тутар ма́рта ма́ртъ мартъи
        мартъийы нау наурыз пуш сак сакавік сакавіка хəажəкыра хəажә эйз эйзюрков մարտ մարտի մրտ מערץ מרץ أذار ئازار
        مارت مَرِسْ ناۋرىز ܐܕܪ ߕߙߊߓߊ पागुणी_लेञ्जु मार्च मार्च: मार्चमासः मार्चु মার্চ মাৰ্চ ਮਾਰਚ માર્ચ ପାଗୁଣି_ଲେଞ୍ଜୁ
        ମାର୍ଚ୍ଚ மார் மார்ச் మార్చి హిరెఇ ಮಾರ್ಚ್ മാർ മാർച്ച് මැදින් มี.ค มีนาคม ມ.ນ ມີນາ ཟླ་གསུམ་པ་ ཟླ་བ་གསུམ་པ
        ཟླ་བ་གསུམ་པ་ སྤྱི་ཟླ་གསུམ་པ་ မတ် မၢတ်ႉၶျ် მარ მარტი መገበ መጋ መጋቢት ማርች ክብላ ᒥᑭᓯᐏᐲᓯᒼ ᒫᑦᓯ មីនា ᱢᱟᱨ ᱢᱟᱨᱪ ṱhafamuhwe ṱhf
        ⲙⲁⲣⲧⲟⲥ ⵎⴰⵕⵚ 三月 ꌕꆪ ꕾꖺ ꭰꮕᏹ 𐓨𐓣͘𐓪͘𐓬𐓘_𐓷𐓟𐓵𐓘𐓜𐓣 𑄟𑄢𑄴𑄌𑄧 𞄒𞄫𞄰𞄒𞄪𞄱 𞤲𞤦𞤮𞥅𞤴 𞤲𞤦𞤮𞥅𞤴𞤮

        abr abril apr aprel april aprile aprilie avr avril dub duben dubna huhti huhtikuu huhtikuuta kwi kwiecień
        kwietnia nis nisan pri prill tra travanj travnja апр апрел апрель апреля април квіт квітень квітня آوریل أبريل
        أفريل إبريل اپر اپریل اڤريل نيسان | abriil abrile abrille abrëll aburil abɛibe afirilu afɔ afɔfĩe agda_baxis aib
        aibreán an_giblean api apirila apiriri apl aplili apo aporele aprell apreļs apriili apriilip aprili aprilis
        aprill aprilo aprily aprilyi apryl apryla aprél apríl apríla aprīlis apuli ap̌rili arvî aurí averil avrigl
        avrril avrîl awiril awirili awr awril bal balandis balandžio cuo cuoŋománnu cuáŋuimáánu dhen_ghiblean diɓáɓá dzi
        dzivamisoko d’abr d’abril d’aprile d’arvî d’aurí d’avrigl ebr ebrel ebrill eebila eph ephreli epr epreel eprel
        epreli epreo epril epu epulo fĩi_marfoo gibl guak hire_lenju hywan_a̱naai háshnihtiˀtiˀ ibr ibrir iiplal
        iməg_ngwə̀t irũdí iwootkuut jasyrundy kub kubvumbi kwieciyń kwiikumi lambamai lambɛ mab mabasa mata mis_ebrel
        mme mmesa mor moranang munyi màtop mùuyà mũthatũ ndamukiza ndwenseiq ndzɔ̀ŋɔ̀tǎafʉ̄ghā ngu ngubùe ngwɛn_ńna
        ngɔn_nyina nyɔlɔmbɔŋgɔ nîsan odung’el oforisuo okwakana olodoyíóríê_inkókúâ oṣù_ìgbé pachawh pen_anas prilul
        pȟežítȟo_wí pɛsaŋ_pɛ́nɛ́kwa sakkis saŋ_cÿó see seeɗto spat_idas tasahce_rakko u-apreli ukaj_ikʼ xkaa_po yebril
        yebrir zwat_nyai ápr április éprel āpe āperira ĩpurũ ǃhôaǂkhaib ʻapelila ʻepe ʻepeleli απρ απρίλιος απριλίου ака
        апрелы а҆прі́ллїа а҆прі́ллїй дүрбэдүгээр_һара дөрөвдүгээр_сар кра красавік красавіка мсу муус_устар мш мшаԥы
        мэлыжьыхь мэлыжьыхьэм мэлылъфэгъу мэлылъфэгъум сәу сәуір чад чадыков ապր ապրիլ ապրիլի אַפּריל אפריל אפר׳ ءساۋىر
        آڤریل أَڢْرِلُ ئاپرېل اپريل اپرێل نیسان ܢܝܣܢ ߞߏ߲ߞߏߘߌ߬ߓߌ अप्रिल अप्रेल अप्रै अप्रैल अप्रैल: अप्रैलमासः एप्रि
        एप्रिल एप्री एप्रील हिरे_लेञ्जु এপ্রি এপ্রিল এপ্ৰিল ਅਪ੍ਰੈ ਅਪ੍ਰੈਲ એપ્રિલ ଅପ୍ରେଲ ହିରେ_ଲେଞ୍ଜୁ ஏப் ஏப்ரல் ఏప్రి
        ఏప్రిల్ బెసెకి ಏಪ್ರಿ ಏಪ್ರಿಲ್ ഏപ്രി ഏപ്രിൽ බක් เม.ย เมษายน ມ.ສ ເມສາ ཟླ་བ་བཞི་པ ཟླ་བ་བཞི་པ་ ཟླ་བཞི་པ་
        སྤྱི་ཟླ་བཞི་པ ဢေႇပရႄႇ ဧပြီ აპრ აპრილი ሚያ ሚያዝያ አኀዘ ኤፕረል ኤፕሪ ኤፕሪል ፋጅኺሪ ᐊᐃᑉᐳᓗ ᓂᐢᑭᐲᓯᒼ មេសា ᱟᱯᱨ ᱟᱯᱨᱮᱞ ⲁ̀ⲡⲣⲓⲗⲓⲟⲥ ⵉⴱⵔⵉⵔ
        四月 ꇖꆪ ꖢꖕ ꭷꮼꮒ 𐓨𐓣͘𐓪͘𐓬𐓘_𐓷𐓟𐓰𐓪𐓬𐓘 𑄃𑄬𑄛𑄳𑄢𑄨𑄣𑄴 𞄤𞄨𞄱 𞤧𞤫𞥅𞤼 𞤧𞤫𞥅𞤼𞤮

        kvě květen května maggio mai maio maj maja may mayo mayıs mei svi svibanj svibnja touko toukokuu toukokuuta май
        мая мај трав травень травня أيار مئی ماي مايو مه مي می | acafʊnɖuka_kaŋɔrɔ agb agbiɛnaa an_cèitean beal
        bealtaine bese_lenju boaldyn bêl bêläwü caamsaa caxah_alsa chivabvu chv cèit da_matg dam dame de_ma de_mai
        de_maig de_mayo de_mayu de_mazzo dhen_chèitean di_maghju duu duujal duät emiasele figui-figui geg gegužė gegužės
        gic gicurasi gulan hywan_a̱pfwon háshnih_haˀimay iməg_fog inkhwekhweti jasypo ke_hvse kwiinyambála kɔtɔnimma
        lumùngùlù maai maaie maaji maajip maayi maayo madǝǝuutǝbijaŋ mae magg maghju maiatza maig maii maijs maiu maius
        majo majs maju mamuut masg matg mayisi mayu mayul mayyu mazzo maí maý mee meije mej meja meje mejju mey meyi
        mies miessemánnu mih mis_me moj moja mot motsheanong motsheganong mud mudyaxihi mushende_magali máj mája május
        méi mĩĩ mũgiranjara mũgĩranjara mɔnɔ_ŋgbanja m̀puyɛ ndwenngux ndzɔ̀ŋèsèe ngwɛn_ńtan ngɔn_tána nkh nkw nkwenkwezi
        okwakataana oloilépūnyīē_inkókúâ omaruk oṣù_ẹ̀bibi patô pen_atyon pɛsaŋ_pataa rima_idas roʼ_po rusama shu
        shundunthule uroʼ_ikʼ vyesimáánu zallaws zwat_tswon čhaŋwápetȟo_wí ǃkhaitsâb μάι μάιος μαΐ μαΐου жъоныгъуакӏ
        жъоныгъуакӏэм лаҵ лаҵара ма́їа ма́їй майы мам мамыр накъыгъэ накъыгъэм пан панжиков табадугаар_һара
        тавдугаар_сар ыам ыам_ыйа ыам_ыйын ҫу մայիս մայիսի մյս מאי מיי ئایار مئ مئي مئیی مامىر مهٔ مَيُ مۍ ܐܝܪ ߘߓߊ߬ߕߊ
        बेसे_लेञ्जु मई मईमासः मे मेई মে মে’ ਮਈ મે ବେସେ_ଲେଞ୍ଜୁ ମଇ மே మే లండి ಮೇ മേയ് වෙසක් พ.ค พฤษภาคม ພ.ພ ພຶດສະພາ
        ཟླ་བ་ལྔ་པ ཟླ་བ་ལྔ་པ་ ཟླ་ལྔ་པ་ སྤྱི་ཟླ་ལྔ་པ་ မေ မေႇ მაი მაისი ሜይ ክቢቅሪ ጉንበት ግን ግንባት ᐊᓃᑭᐲᓯᒼ ᒪᐃ ឧសភា ᱢᱮ ⲙⲁⲓⲟⲥ ⵎⴰⵢⵢⵓ
        五月 ꉬꆪ ꖑꕱ ꭰꮒꮝꭼꮨ 𐓨𐓣͘𐓪͘𐓬𐓘_𐓷𐓟𐓮𐓘𐓰𐓘 𑄟𑄬 𞄀𞄪𞄴 𞤣𞤵𞥅𞤶 𞤣𞤵𞥅𞤶𞤮

        cze czerwca czerwiec giu giugno haz haziran iun iunie iyn iyun juin jun june junho juni junio kesä kesäkuu
        kesäkuuta lip lipanj lipnja qer qershor červen června čvn июн июнь июня ијн ијун черв червень червня јун јуни
        جوان جون حزيران يونيو ژوئن | an_t-ògmhios anɔɔɖuka_kaŋɔrɔ ayɛwohomumu birž birželio birželis bráčet chhiepa
        chikumi chk choon chunyo czyrwca czyrwiec da_zercladur de_chunyo de_junh de_juny de_jügn de_xunu de_zugno
        dhen_ògmhios di_ghjugnu eka ekaina esɔpɛsɔpɛ fulwi fön föndo gamaǀaeb gathathanwa geas geassemánnu ghjugnu giugn
        giugnu hezîran hun hune hunyo hywan_a̱kitat háshnihtsiˀ hìlòndɛ̀ iməg_ichiibɔd inhlaba iune iunii iunius iýun
        jasypoteĩ jaṭṭa_lenju jon jona jug jugn jugno junh junhu junie junij junija juny junyi junyu juun juuni juunip
        juņs jún júna június júní jügn jün jüüne jūn jūnijs kam kamena kesimáánu kho khotavuxika kor kornyoot korse
        kvco_hvse kwiidwaata kújúɔrɔk lufuimi lwi làmpadas m-souree mamǝŋgwãafahbii mas masa mataru_idas mbulora
        mean-souree meh mehefin meith meitheamh mezheven mis_metheven mujimbi ndwenloeg ndzɔ̀ŋɔ̀nzùghò ngwɛn_ńtuó
        ngɔn_saməna nhl nhla nhlangula njuni nyaŋgwɛ_ŋgbanja okwamukaaga omodok’king’ol otu otukwajan otukwajaŋ
        oṣù_òkúdu paagi pen_achirim phupjane pú-yepé pɛsaŋ_pɛ́nɛ́ntúkú qasa_dirri ruheshi sansanyi saŋ_njÿoláʼ see
        seetebosigo sgiugn sueŋ sune suw suwe sīmenis uwaq_ikʼ waxabajjii wípazukȟa-wašté_wí xun xunu xuño xwaq_po yun
        yuni yunul yunyu yün yüni zercl zercladur zin zugno zuwɛn zwat_ataah ògmh ġunju žuweŋ ɔsɔn ιουν ιουνίου ιούν
        ιούνιος ашт аштемков бэс бэс_ыйа бэс_ыйын зургаадугаар_сар зургадугаар_һара июны мау маусым мэкъуауэгъуэ
        мэкъуауэгъуэм мэкъуогъу мэкъуогъум рашəара рашә чэр чэрвень чэрвеня юни і҆ꙋ́нїа і҆ꙋ́нїй ҫӗртме հնս հունիս
        հունիսի יוני ئىيۇن جوٗن جوٙأن حوزەیران ماۋسىم يُونِ ܚܙܝܪܢ ߥߊ߬ߛߌ߬ߥߙߊ जाटा_लेञ्जु जुन जून जून: जूनमासः জুন ਜੂਨ જૂન
        ଜାଟା_ଲେଞ୍ଜୁ ଜୁନ ஜூன் జూన్ రాత ಜೂನ್ ജൂൺ පොසොන් มิ.ย มิถุนายน ມິ.ຖ ມິຖຸນາ ཟླ་དྲུག་པ ཟླ་བ་དྲུག་པ ཟླ་བ་དྲུག་པ་
        སྤྱི་ཟླ་དྲུག་པ ဇွန် ၸုၼ်ႇ ივნ ივნისი ምኪኤል_ትጟኒሪ ሠንየ ሰነ ጁን ᐚᐏᐲᓯᒼ ᔫᓂ មិថុនា ᱡᱩᱱ ⲓⲟⲩⲛⲓⲟⲥ ⵢⵓⵏⵢⵓ 六月 ꃘꆪ ꖱꘋ ꮥꭽꮇᏹ
        𐓨𐓣͘𐓪͘𐓬𐓘_𐓷𐓟𐓯𐓘𐓬𐓟 𑄎𑄪𑄚𑄴 𞄛𞄤𞄱𞄞𞄤𞄦 𞤳𞤮𞤪 𞤳𞤮𞤪𞤧𞤮

        heinä heinäkuu heinäkuuta iul iulie iyl iyul juil juillet jul julai julho juli julio july korr korrik lip lipca
        lipiec lug luglio srp srpanj srpnja tem temmuz července červenec čvc июл июль июля ијл ијул лип липень липня јул
        јули تموز جول جولائی جولاي جولای جويلية يوليو يوليوز ژوئیه | aasaḍi_lenju adoolessa alàlaka_kaŋɔrɔ an_t-iuchar
        barakha chg chikunguru choola chulai chuliol da_fanadur de_chuliol de_jul de_julhet de_juliol de_luggio de_messé
        de_xunetu dhen_iuchar di_lugliu efute empitu_idas fan fanadur fulwana gathano giugnettu gor gorff gorffennaf
        gouere heiwet hiyuce hul hulyo hywan_a̱tyirin hūr hūrae iməg_àdùmbə̀ŋ iuch iulai iulii iulius iúil iýul j-souree
        jasypokõi jerrey-souree jol jolay julaayi julae julayi julaị julhet julhu julie julij julija juliol julyai julyu
        julí juuli juulip juļs jólái júl júla július júlí jül jüüle jūl jūlijs kabàlàshìpù khihpa kho kholwane ktsapa
        kutawonsa kuŋgwɛ kʉmʉʉnchɨ len lengua liep liepa liepos luggio lugliu lugn lui luj lujo lul lulju luulyo lwa
        līpa maa maawɛ madiɓɛ́díɓɛ́ mamǝŋgwãalii maw mawuwani messé mis_gortheren mor morso mukakaro mushipepo mórusásin
        ndwencaet ndzɔ̀ŋɔ̀dùmlo ngwɛn_hɛmbuɛrí ngɔn_zamgbála ng’eiyeet njuraĩ njèbà ntu ntulikazi nya nyakanga
        násˀahˀatsus ojola okwamushanju oṣù_agẹmọ pay_yie̱tni pen_atariba phu phukwi phupu pú-mukũi pɛsaŋ_saambá
        qado_dirri sia siamlɔm siu siulai sul sulet suoi suoidnemánnu syeinimáánu súuyee trìulas tîrmeh upu uwuq_ikʼ uzt
        uztaila xnt xul xullo xunetu xwuuq_po yul yuli yulul yulyu yulyuz yül yüli zilye zuluye zwat_anatat
        čhaŋpȟásapa_wí žuyye ǂkhoesaob ιουλ ιουλίου ιούλ ιούλιος бадзэуэгъуэ бадзэуэгъуэм бэдзэогъу бэдзэогъум
        долодугаар_һара долоодугаар_сар июлы ліп ліпень ліпеня мед медьков от_ыйа от_ыйын отй утӑ шіл шілде юли і҆ꙋ́лїа
        і҆ꙋ́лїй ԥхынгəы ԥхынгә հլս հուլիս հուլիսի יולי ئىيۇل تەمووز جولاءِ جوٗلایی جوٙلا جُلایی جۆلایی شىلدە يُولِ ܬܡܘܙ
        ߞߊ߬ߙߌߝߐ߭ आसाड़ी_लेञ्जु जु जुल जुलय जुला जुलाई जुलाई: जुलाईमासः जुलै जुल॰ জুল জুলাই ਜੁਲਾ ਜੁਲਾਈ જુલાઈ
        ଆସାଡ଼ି_ଲେଞ୍ଜୁ ଜୁଲାଇ ஜூலை జులై బాన్దపాణా ಜುಲೈ ജൂലൈ ඇසළ ก.ค กรกฎาคม ກ.ລ ກໍລະກົດ ཟླ་བ་བདུན་པ ཟླ་བ་བདུན་པ་
        ཟླ་བདུན་པ་ སྤྱི་ཟླ་བདུན་པ་ ဇူ ဇူလိုင် ၸူႇလၢႆႇ ივლ ივლისი ሐመለ ሓም ሓምለ ኰርኩ ጁላይ ᐹᐢᑲᐦᐋᐏᐲᓯᒼ ᔪᓚᐃ កក្កដា ᱡᱩᱞ ᱡᱩᱞᱟᱭ
        ⲓⲟⲩⲗⲓⲟⲥ ⵢⵓⵍⵢⵓⵣ 七月 ꏃꆪ ꖱꕞꔤ ꭻᏸꮙꮒ 𐓨𐓣͘𐓪͘𐓬𐓘_𐓬𐓟𐓵𐓪͘𐓬𐓘 𑄎𑄪𑄣𑄭 𞄔𞄩𞄴𞄆𞄨𞄰 𞤥𞤮𞤪 𞤥𞤮𞤪𞤧𞤮

        ago agosto agu agustus août aug august augusti augustus avg avgust avq avqust ağu ağustos elo elokuu elokuuta
        gush gusht kol kolovoz kolovoza ogo ogos sie sierpień sierpnia srp srpen srpna авг август августа ауг аугуст
        серп серпень серпня آب أغسطس أغشت أوت اوت اگس اگست غشت ݢوس | aagust abuztua aga agast agasti aggusti aggustip
        agosetose agost agosti agostu agt agusito agusta agusti agustu akaas an_lùnastal aog aogositra aost aostu
        aoǁkhuumûǁkhâb arh arhostosi auguscht augusta augusto augusts augusztus austu avost avust awg awgust awgusta
        awst aww awwissu ağustozi aŭgusto borg borgemánnu daggis dahósikah_nish dea deasiamime dhen_lùnastal diŋgindi
        d’agost d’agosto d’agostu d’aost d’aostu d’avust eost falɛ gustul hagayya hiyo_rakko hywan_a̱ninai hìkaŋ
        iməg_ichika ingci jasypoapy juk juko kan kanama kük kükürü kʉvɨɨrɨ liiqen luanistyn lùna lùshìkà lún lúnasa
        madǝmbii manyawale maspat_idas mha mhawuri mis_est mupuguto mworia_nyoni ncw ncwabakazi ndwenbet ndzɔ̀ŋɔ̀kwîfɔ̀e
        ngc ngwɛn_lɔmbi ngɔn_mwom nya nyamavhuvhu nyandagaro oga ogas ogasiti ogasti ogosto ogs ogus okwamunaana opedel
        oug ougùstùs oujoß oṣù_ògún pen_awurr pha phato phatwe pisuyú porgemáánu pú-musapíri pɛsaŋ_pɛ́nɛ́fɔm rooptui
        rugp rugpjūtis rugpjūčio saŋ_mbʉ̀ŋ siyrpiyń siyrpnia srabĩ_lenju tebax thlazoh tho̱o̱r uti uwajxaq_ikʼ
        wasútȟuŋ_wí xwaqxaq_po zwat_arinai ágú ágúst öigšte āku ākuhata ɔlɔ́ɨ́bɔ́rárɛ ɔsanaa ɣuc ɣuccet ɣuct
        ɩjikǝuka_kaŋɔrɔ ʻaok ʻaokosi ʻaukake αυγ αυγούστου αύγ αύγουστος августы атр атырдьых_ыйа атырдьых_ыйын
        а҆́ѵгꙋста а҆́ѵгꙋстъ жні жнівень жніўня наймадугаар_һара наймдугаар_сар нанҳəа нанҳә там тамыз ума умарьков
        шышъхьэӏу шышъхьэӏум шыщхьэӏу шыщхьэӏум ҫурла օգոստոս օգոստոսի օգս אוגוסט אוג׳ אויגוסט آگسٽ آگوست أَغُسْتَ ئاب
        ئاۋغۇست اګست تامىز ܐܒ ߘߓߊ߬ߓߌߟߊ अग अगस्ट अगस्त अगस्त: अगस्तमासः अग॰ आगष्ट आगस्ट ऑग ऑगस्ट स्राबाँ_लेञ्जु আগ আগষ্ট
        আগস্ট ওগষ্ট ਅਗ ਅਗਸਤ ઑગસ્ટ ଅଗଷ୍ଟ ସ୍ରାବାଁ_ଲେଞ୍ଜୁ ஆக ஆகஸ்ட் ఆగ ఆగస్టు బార్సి ಆಗ ಆಗಸ್ಟ್ ഓഗ ഓഗസ്റ്റ് නිකිණි ส.ค
        สิงหาคม ສ.ຫ ສິງຫາ ཟླ་བ་བརྒྱད་པ ཟླ་བ་བརྒྱད་པ་ ཟླ་བརྒྱད་པ་ སྤྱི་ཟླ་བརྒྱད་པ་ ဢေႃးၵၢတ်ႉ ဩဂုတ် აგვ აგვისტო ማርያም_ትሪ
        ነሐሰ ነሓ ነሓሰ ኦገስ ኦገስት ᐅᐸᐦᐅᐏᐲᓯᒼ ᐊᐅᒡᒍᓯ សីហា ᱟᱜᱟ ᱟᱜᱟᱥᱛ ṱha ṱhangule ọgọst ọgọọst ‌ওগষ্ট ⲁⲩⲅⲟⲩⲥⲧⲟⲥ ⵖⵓⵛⵜ 八月 ꉆꆪ ꗛꔕ ꭶꮆꮒ
        𐓨𐓣͘𐓪͘𐓬𐓘_𐓤𐓣𐓟𐓰𐓪𐓬𐓘 𑄃𑄉𑄧𑄌𑄴𑄑𑄴 𞄕𞄩𞄲𞄔𞄄𞄰𞄤 𞤶𞤵𞤳 𞤶𞤵𞤳𞤮

        eyl eylül ruj rujan rujna sen sentabr sentyabr sep sept septembar september septembre septembrie septiembre set
        setembro setiembre settembre sht shtator syys syyskuu syyskuuta wrz wrzesień września zář září вер вересень
        вересня сен сент сентябр сентябрь сентября сентјабр сеп септембар أيلول سبتمبر ستمبر سيڤتيمبر سپت سپتامبر سپتمبر
        شتمبر شتنبر | abofʊmka_kaŋɔrɔ an_t-sultain any anyɔnyɔ bado_lenju bureet cabudanni ctembeṛ cut cutanbir cutembir
        da_settember de_set de_setembre de_setiembre de_settembre de_setëmber dhen_t-sultain di_sittembre dìpɔ̀s
        fulbaana fĩi_dǝɓlii gbo gunyana gwengolo hep hepetema herbštmánet hywan_a̱kumviriyin híisikah_nish iməg_kud
        inyoni ira iraila jasyporundy kep kepakemapa khu khubvumedzi kúshîn kʉsaatʉ leo lutongolo lwe lwetse m-fouyir
        mean-fouyir medi meán_fómhair mfómh mis_gwynngala mngari_idas mpan mpandula munyense mvu mvuka ndwengouj ndz
        ndzhati ndzɔ̀ŋɔ̀tɨ̀fʉ̀ghàdzughù ngwɛn_rɛbvuâ ngɔn_ebulú njapi nyakanga nyo nyɛtɛki nze nzeri okwamwenda
        osokosokoma otowoskuce oṣù_owewe pen_shadon pú-irũdí pɛsaŋ_pɛ́nɛ́pfúꞌú rugs rugsėjis rugsėjo satambar satumba
        seb sebteembar sebtembar sebuttemba sektanbur sentýabr septam septambra septemba septembari septembarip
        septembra septembris septembro septhemba septimber septiyembre septämber seputemba setembar setember setembr
        setembre setembru setemere setenbre setenbru sett settembar settember settembru setul setyembre setëmber siilto
        sillins siptimpaʼ sittembre sittèmmiru slt stb stèmber sult szept szeptember sàttumbar sèp sèptèmber séptémber
        sēp sēpitema sɔra sɛtanburu sẹptẹ́mba taraǀkhuumûǁkhâb thlarâh tɛɛr ubʼelej_ikʼ waysu wrzesiyń xbʼelee_po
        zwat_akubunyung çxalva îlon čakč čakčamánnu čhaŋwápeǧi_wí čohčâmáánu ɛbɔ σεπ σεπτέμβριος σεπτεμβρίου авӑн
        балаҕан_ыйа балаҕан_ыйын блҕ верасень верасня есдүгээр_сар сентябры септе́мврїа септе́мврїй септември таш
        таштамков фокӏадэ фокӏадэм цəыб цəыббра юһэдүгээр_һара қыр қыркүйек ӏоныгъу ӏоныгъум սեպ սեպտեմբեր սեպտեմբերի
        סעפּטעמבער ספטמבר ספט׳ ئەیلوول سئپتامر سيپٽمبر سَتُمْبَ سېنتەبىر سېپتمبر قىركۇيەك ܐܝܠܘܠ ߕߎߟߊߝߌ߲ बोदो_लेञ्जु
        सतमबर सतुंबर सप्टे सप्टें सप्टेंबर सितंबर सितंबर: सितंबरमासः सितम्बर सित॰ सेप्टेम्बर सेप्थेम्बर ছেপ্তে
        ছেপ্তেম্বৰ সেপ সেপ্ট সেপ্টেম্বর ਸਤੰ ਸਤੰਬਰ સપ્ટે સપ્ટેમ્બર ବଦ_ଲେଞ୍ଜୁ ସେପ୍ଟେମ୍ବର செப் செப்டம்பர் అస్ర సెప్టెం
        సెప్టెంబర్ ಸೆಪ್ಟೆಂ ಸೆಪ್ಟೆಂಬರ್ സെപ്റ്റം സെപ്റ്റംബർ බිනර ก.ย กันยายน ກ.ຍ ກັນຍາ ཟླ་དགུ་པ་ ཟླ་བ་དགུ་པ ཟླ་བ་དགུ་པ་
        སྤྱི་ཟླ་དགུ་པ་ စက် စက်တင်ဘာ သႅပ်ႇထႅမ်ႇပႃႇ სექ სექტემბერი መስ መስከረም ሴፕቴ ሴፕቴምበር ከረመ ያኸኒ_መሳቅለሪ ᓄᒌᑐᐏᐲᓯᒼ ᓯᑎᐱᕆ កញ្ញា
        ᱥᱮᱯ ᱥᱮᱯᱴᱮᱢᱵᱟᱨ ⲥⲉⲡⲧⲉⲙⲃⲣⲓⲟⲥ ⵛⵓⵜⴰⵏⴱⵉⵔ 九月 ꈬꆪ ꕢꕌ ꮪꮅꮝꮧ 𐓨𐓣͘𐓪͘𐓬𐓘_𐓧𐓟𐓜𐓛𐓲𐓟𐓷𐓣͘𐓤𐓟 𑄥𑄬𑄛𑄴𑄑𑄬𑄟𑄴𑄝𑄧𑄢𑄴 𞄛𞄤𞄱𞄒𞄤𞄰 𞤧𞤭𞤤 𞤧𞤭𞤤𞤼𞤮

        eki ekim lis listopad listopada loka lokakuu lokakuuta oct october octobre octombrie octubre okt oktabr oktobar
        oktober oktyabr ott ottobre out outubro paź październik października tet tetor říj říjen října жовт жовтень
        жовтня окт октобар октябр октябрь октября октјабр أكتوبر اوکتوبر اکت اکتبر اکتوبر تشرين_الأول | aaktopaʼ ahinime
        aktubar an_dàmhair ant antɔŋ bìòôm cotmeh dasara_lenju deireadh_fómhair dfómh dhen_dàmhair dip diphalane diteli
        dàmh d’ochobre d’oct d’october d’octubre d’octòbre d’otober d’ottobre epeeso fĩi_mundaŋ gitugutu golg
        golggotmánnu gum guma gumiguru here hyd hydref hywan_swak imphala iməg_tèsiʼe j-fouyir jasypa jerrey-fouyir kel
        kele khabidon ktubr kwiinyi kṭu kṭuber laath lungùdi maxal_idas mayésɛ́ mfu mfumfu mis_hedra mokhu mph mphalane
        mwania_thenge ndwencib ndzɔ̀ŋɔ̀ghǔuwelɔ̀m ngb ngberere ngwɛn_wum ngɔn_awóm nhl nhlangula nyukul nípbaatiˀtiˀ och
        ochobre octobris octòbre oke oketopa okitoba okitobba okthoba okthobha oktob oktoba oktobari oktobarip oktobore
        oktobra oktobris oktobro oktohber oktoobar oktoober oktoobur oktover oktubre oktuuber október októbra oktýabr
        oktũba oku okutoba okwaikumi olgísan onkoloolessa otibar oto otober otobre otover otowoskv_rakko ottubru otu
        otubar otubr otubro otubru outubru oṣù_ọ̀wàrà pen_shakur phiata pɛsaŋ_nɛgɛ́m roovvâdmáánu santugaine spal spalio
        spalis spallins tobul tsh tshimedzi tubeṛ ukw ukwakira ulajuj_ikʼ urr urria uttùviru utuber wímánet xlajee_po
        yar yarkomaa yepé-putimaã zwat_swag òkt òktober čhaŋwápe-kasná_wí ǂnûǁnâiseb ɔkutɔburu ɔtb ɩjicimka_kaŋɔrɔ ʻoka
        ʻokakopa ʻokatopa οκτ οκτωβρίου οκτώβριος алт алтынньы аравдугаар_сар арбадугаар_һара жьҭ жьҭаара жэпуэгъуэ
        жэпуэгъуэм кас кастрычнік кастрычніка ожо ожоков октомври октябры чъэпыогъу чъэпыогъум юпа ѻ҆ктѡ́врїа ѻ҆ктѡ́врїй
        қаз қазан հոկ հոկտեմբեր հոկտեմբերի אוקטובר אוק׳ אקטאבער آڪٽوبر أُكْتوُبَ ئوکتوڤر ئۆكتەبىر اکتوٗبر تشرینی_یەکەم
        قازان ܬܫܪܝܢ_ܩܕܡܝܐ ߞߏ߲ߓߌߕߌ߮ अकतुम्बर अक्टूबर अक्टू॰ अक्टोबर अक्ट’बर अक्तूबर अक्तूबर: अक्तूबरमासः अक्तू॰ आक्टोबर
        ऑक्टो ऑक्टोबर दसारा_लेञ्जु অক্টো অক্টোবর অক্টোবৰ ওক্টোবর ਅਕਤੂ ਅਕਤੂਬਰ ઑક્ટો ઑક્ટોબર ଅକ୍ଟୋବର ଦାସାରା_ଲେଞ୍ଜୁ அக்
        அக்டோபர் అక్టో అక్టోబర్ దివెడి ಅಕ್ಟೋ ಅಕ್ಟೋಬರ್ ഒക്ടോ ഒക്‌ടോബർ වප් ต.ค ตุลาคม ຕ.ລ ຕຸລາ ཟླ་བ་བཅུ་པ ཟླ་བ་བཅུ་པ་
        ཟླ་བཅུ་པ་ སྤྱི་ཟླ་བཅུ་པ་ အောက် အောက်တိုဘာ ဢွၵ်ႇထူဝ်ႇပႃႇ ოქტ ოქტომბერი መተሉ ኦክተውበር ኦክቶ ኦክቶበር ጠቀመ ጥቅ ጥቅምቲ ᐆᑦᑑᕝᕙ
        ᐱᓈᐢᑯᐏᐲᓯᒼ តុលា ᱚᱠᱴ ᱚᱠᱴᱚᱵᱟᱨ ọktoba ọktóba ⲟ̀ⲕⲧⲟⲙⲃⲣⲓⲟⲥ ⴽⵜⵓⴱⵔ 十月 ꊰꆪ ꕭꖃ ꮪꮒꮕꮧ 𐓨𐓣͘𐓪͘𐓬𐓘_𐓧𐓟𐓜𐓛 𑄃𑄧𑄇𑄴𑄑𑄬𑄝𑄧𑄢𑄴 𑄃𑄧𑄇𑄴𑄑𑄮𑄝𑄧𑄢𑄴 𞄪𞄱𞄀𞄤𞄴
        𞤴𞤢𞤪 𞤴𞤢𞤪𞤳𞤮

        kas kasım lis listopad listopada listopadu marras marraskuu marraskuuta noiembrie nov novembar november novembre
        novembro noviembre noy noyabr nën nëntor stu studeni studenoga лист листопад листопада нов новембар ноя нояб
        ноябр ноябрь ноября ној нојабр تشرين_الثاني نوامبر نوفمبر نوم نومبر نونبر نوۏيمبر | acapomka_kaŋɔrɔ ade
        adeɛmekpɔxe ale alemle an_t-samhain aza azaroa da_november de_nov de_novembre de_noviembre de_novëmber
        de_payares dhen_t-samhain di_nuvembre divi_lenju ehole fĩi_gwahlle huk hukuri iməg_zò jasypateĩ jol jolal
        kanyua_hũngũ kaswèkèsè kur kʉsaano lapkr lapkritis lapkričio lapkrūtis libiti lwe lweti lwezi m-houney makandikɛ
        mbu mbudzi mee_houney mijdar mis_du munyonyo musongandembwe màyɛsèp nab nabändüru nawambar ndwencib’it
        ndzɔ̀ŋɔ̀chwaʔàkaa_wo ngw ngwanatsele nob nobemba nobyembre noe noema nof nofember nofemere nofimpaʼ noofeembar
        noowanbur nopèmber nopémber novam novambra novemba novembari novembarip novembr novembra novembris novembru
        novenbre novimber novul novämber novèmber novëmber now nowanburu nowemapa nowember nowembra nowàmbar noý noýabr
        nunembeṛ nuvembre nuvenbru nuvèmmiru nuwamba nuwanbir nuwembir nvb nwa nwanbir nípbaa_haˀimay nóv nóvember nōv
        nōvema nọvẹ́mba obubuo olabor oṣù_bélú pay payares phiapi pudungwana pun pɛsaŋ_ntsɔ̌pmɔ́ pʉshʉ́ka rujulaʼj_ikʼ
        sadaasa samh samhain santandria saŋ_mejwoŋó skammâmáánu skáb skábmamánnu tach tachwedd tiníní tzilva ugu
        ugushyingo usi usinyikhaba waníyetu_wí wintermánet ximoli xjunlaj_po yepé-yepé zwat_mangjuwang ǀhooǂgaeb νοέ
        νοέμβριος νοε νοεμβρίου абҵ абҵара ліс лістапад лістапада ное ное́мврїа ное́мврїй ноември ноябры сун сундерьков
        сэт сэтинньи чӳк шэкӏогъу шэкӏогъум щакӏуэгъуэ щакӏуэгъуэм қар қараша նոյ նոյեմբեր նոյեմբերի נאוועמבער נובמבר
        נוב׳ تشرين_التاني تشرینی_دووەم قاراشا نئومبر نويابىر نوڤامر نُوَمْبَ ܬܫܪܝܢ_ܐܚܪܝܐ ߣߍߣߍߓߊ दिवी_लेञ्जु नवं नवंबर
        नवंबर: नवंबरमासः नवमबर नवम्बर नवूमबर नवेम्बर नव॰ नोभेम्बर नोव्हें नोव्हेंबर নবেম্বর নভে নভেম্বর নৱে নৱেম্বৰ ਨਵੰ
        ਨਵੰਬਰ નવે નવેમ્બર ଦିୱିଡ଼ି_ଲେଞ୍ଜୁ ନଭେମ୍ବର நவ நவம்பர் నవం నవంబర్ పాండు ನವೆಂ ನವೆಂಬರ್ നവം നവംബർ ඉල් พ.ย พฤศจิกายน
        ພ.ຈ ພະຈິກ ཟླ་བ་བཅུ་གཅིག་པ ཟླ་བ་བཅུ་གཅིག་པ་ ཟླ་བཅུ་གཅིག་པ་ སྤྱི་ཟླ་བཅུ་གཅིག་པ་ နို နိုဝင်ဘာ ၼူဝ်ႇဝႅမ်ႇပႃႇ ნოე
        ნოემბერი ሕዳ ሕዳር ምኪኤል_መሽወሪ ኀደረ ኖቬም ኖቬምበር ᐋᕽᐘᑎᓄᐏᐲᓯᒼ ᓄᕕᐱᕆ វិច្ឆិកា ᱱᱟᱣ ᱱᱟᱣᱟᱢᱵᱟᱨ ḽar ḽara ⲛⲟⲉⲙⲃⲣⲓⲟⲥ ⵏⵓⵡⴰⵏⴱⵉⵔ 十一月 ꊯꊪꆪ
        ꔞꘋꕔꕿ_ꕸꖃꗏ ꮕꮣꮥꮖ 𑄚𑄧𑄞𑄬𑄟𑄴𑄝𑄧𑄢𑄴 𞄚𞄦𞄲𞄤𞄚𞄄𞄰𞄫 𞤶𞤮𞤤 𞤶𞤮𞤤𞤮

        ara aralık dec decembar december decembrie dek dekabr desember dez dezember dezembro dhj dhjetor dic dicembre
        diciembre dis disember déc décembre gru grudnia grudzień joulu joulukuu joulukuuta prosinac prosinca prosince
        prosinec груд грудень грудня дек декабр декабрь декабря дец децембар دجمبر دجنبر دسامبر دسم دسمبر ديسمبر ديسيمبر
        كانون_الأول | abendua afu afuabe an_dùbhlachd anɔɔbʊnka_kaŋɔrɔ avi aviento avientu berfanbar bow bowte
        chrištmánet cháykáhdaytiˀtiˀ ciswà da_december dasambar de_decembre de_des de_desembre de_dexembre de_dezëmber
        decembari decembarip decembra decembre decembris decembro deesanbur dekul desam desambra desanburu desemba
        desembre desimber desàmbar desèmber det dets detsember dexembre dezembr dezembru dezenbre dezämber dezëmber
        dhen_dùbhlachd di_dicembre dicemba dicembar dicember dicèmmiru disamba disambar diseembar disemba disemere
        disyembre disẹ́mba dizenbru diċ diċembru dsb duj dujanbir dujembir duǧembeṛ dzm dzome dzèmber désèmber désémber
        dùbh d’aviento d’avientu eláŋgɛ́ ferefuna fĩi_yuru gatumu grudziyń gruod gruodis gruodžio hôasoreǁkhâb
        iməg_krizmed ingongoni jasypakõi juov juovlamánnu juovlâmáánu kak kakauka kaxxa_garablu kek kekemapa kerzu
        kigarama krísimin kʉsasatʉ m-nollick mis_kevardhu mpal mpalakazi mudde muhaano nadale ndwencibngeih ndzɔ̀ŋèfwòo
        ngo noll nollaig ntʉ́ŋʉ́s nye nyendavhusiku n’wendzamhala opoo oṣù_ọ̀pẹ̀ pande_lenju pilɔndɔ́ pɛsaŋ_ntsɔ̌ppá
        rhag rhagfyr rukabʼlaʼj_ikʼ rvfo_rakko sallaws saŋ_lùm sed sedimonthole tiisimpaʼ tsh tshitwe tīh tīhema tīs
        tīsema tȟahékapšuŋ_wí uku ukuboza xkabʼlaj_po xristona yepé-mukũi zvi zvita zwat_swag-ma-suyang ɓulɓusɛ ɔpɛnimma
        δεκ δεκέμβριος δεκεμβρίου ахс ахсынньы аца ацамков декабры деке́мврїа деке́мврїй декември дыгъэгъазэ дыгъэгъазэм
        жел желтоқсан раштав сне снежань снежня тыгъэгъаз тыгъэгъазэм ԥхынҷ ԥхынҷкәын դեկ դեկտեմբեր դեկտեմբերի דעצעמבער
        דצמבר דצמ׳ جەلتوقسان دئسامر دِسَمْبَ دېكابىر ڊسمبر کانونی_یەکەم ܟܢܘܢ_ܩܕܡܝܐ ߞߏߟߌ߲ߞߏߟߌ߲ डिसं डिसंबर डिसे डिसें
        डिसेंबर डिसेम्बर दसमबर दसूमबर दिसंबर दिसंबर: दिसंबरमासः दिस॰ पान्डे_लेञ्जु ডিচে ডিচেম্বৰ ডিসে ডিসেম্বর ਦਸੰ ਦਸੰਬਰ
        ડિસે ડિસેમ્બર ଡିସେମ୍ବର ପାଣ୍ଡେ_ଲେଞ୍ଜୁ டிச டிசம்பர் డిసెం డిసెంబర్ పుసు ಡಿಸೆಂ ಡಿಸೆಂಬರ್ ഡിസം ഡിസംബർ උඳුවප් ธ.ค
        ธันวาคม ທ.ວ ທັນວາ ཟླ་བ་བཅུ་གཉིས་པ ཟླ་བ་བཅུ་གཉིས་པ་ ཟླ་བཅུ་གཉིས་པ་ སྤྱི་ཟླ་བཅུ་གཉིས་པ་ တီႇသႅမ်ႇပႃႇ ဒီ ဒီဇင်ဘာ დეკ
        დეკემბერი ተሕሳስሪ ታሕ ታሕሳስ ኀሠሠ ዲሴም ዲሴምበር ᑎᓯᐱᕆ ᒪᑯᓭᑮᓭᑳᐏᐲᓯᒼ ធ្នូ ᱫᱤᱥ ᱫᱤᱥᱟᱢᱵᱟᱨ ⲇⲉⲕⲉⲙⲃⲣⲓⲟⲥ ⴷⵓⵊⴰⵏⴱⵉⵔ 十二月 ꊰꑋꆪ ꭵꮝꭹᏹ
        𑄓𑄨𑄥𑄬𑄟𑄴𑄝𑄧𑄢𑄴 𞄒𞄩𞄱𞄔𞄬𞄴 𞤦𞤮𞤱 𞤦𞤮𞤱𞤼𞤮
        """

    static let weekdays =
        """
        ahad ahd bazar die dim dimanche dom domenica domingo dum duminică e_diel min minggu ned nedelja nedjelja neděle
        niedz niedziela paz pazar sonntag sun sunday sunnuntai sunnuntaina sön söndag søn søndag yak yakshanba zondag
        базар воскресенье вс нд нед недеља неділя недјеља якш якшанба اتوار احد الأحد یکشنبه | aadi_vara acaada acer ait
        aitar alah alahady alahaɖɩ alhadi arateĩ asa asamas axad axd aŋpétuwakȟaŋ bikua-ôko caw cawe chumapiri chủ_nhật
        com’yakke cyu cäŋ_kuɔth dew dewo dib dibéer did didòmhnaich dies_solis dilbata dimans dimanĉo dimas dimenge
        dimingu diumenge djadumingu domenega domenie domh dominche domingu dominica doménega domënia domìniga doʼkutan
        dumengia dumenica dumingu dumìnica dy_sul dydd_sul dé_domhnaigh ettiminku eye eyenga hɔg hɔgbaa igandea
        ijumapili il-ħadd inikuˀ isonto jed jedoonee jiyax_sngayan jumaapii jumapil jumapili jumapilyi jumapiri
        jumapíiri jumapílí kari khazohnoh kiumia kotisap ku_cyumweru ku_w’indwi kwa kɔs kɔsiɖa ladi lahadi lakhati lam
        lamorena lamulungu liduva_lyapili lin linggo lisontfo lumingu lyɛʼɛ́_sẅíŋtè lāpule lḥed mituú mjaçxa mul mulungu
        naba_sambat nabʼe_qʼij nadīli nakaejuma nedeľa nettvʼcako ngoenzsinghgiz nittak_holloʼ niydziela njedźela
        njeźela numĩggu pa_mulungu pasepeeivi pasepeivi pühapäev ravi raviwaar rāt rātapu sabbiiti sabiiti sande sap
        sapaat sekmadienis snein soledí son sondag sonndeg sonta sontaha sontaxtsees sonto sotn sotnabeaivi sudel sul
        sunndaach sunntach sunntag sunntig sunnudagur svo svondo svātdīne svētd svētdiena swo swondaha söndai sünndag
        sāp sāpate sɔndi sɔ́ndi sɔ́ndiɛ sɔ́ndǝ sɔ́ndɔ sọndee sọ́ndè tsh tshipi tsuʔntsɨ usonto vasárnap wa_kyumwa
        yakshambeh yekşem àìkú éti ýek ýekşenbe ħad ŋgwà_nɔ̂y κυρ κυριακή ϯⲕⲩⲣⲓⲁ̀ⲕⲏ ам амҽыша баскыһыанньа бс
        вырсарни_кун екшемби жек жексенбі жекшемби жс йәк йәкшәмбе кӏи кӏира недела неделя недѣ́лѧ нима ня нядзеля ням
        тар таргочи таргочистэ тхьаумаф тхьэмахуэ улуг-хүн ух хуыцаубон хцб якшанбе якшәмбе яшб կիր կիրակի זונטיק יום_א׳
        יום_ראשון آتھوار آچر ایکشیمے جەك جەكسەنبى لَحَدِ يە يەكشەنبە یه_شمبه یک_شنبہ یکشمبه یەکشەممە ܚܕܒܫܒܐ ߞߊ߯ߙߌߟߏ߲ आइत
        आइतबार आथवार आदि_वारा आयतार आर्त आर्तवार ऐतबार ऐतवार तोआर रबिबार रबीबार रवि रवि_दिन रविवार रविवासरः দেও দেওবাৰ
        নোংমাইজিং রবি রবিবার ਐਤ ਐਤਵਾਰ રવિ રવિવાર ଆଦି_ୱାରା ରବି ରବିବାର ஞாயி ஞாயிறு ఆది ఆదివారం వారమి ಭಾನು ಭಾನುವಾರ
        ഞായറാഴ്‌ച ഞായർ ඉරිදා วันอาทิตย์ อาทิตย์ ວັນອາທິດ ອາທິດ གཟའ་ཉི་མ་ གཟའ་ཟླ་བ་ ཉི་མ་ ཟླ་ တနင်္ဂနွေ တိတ်ႉ
        ဝၼ်းဢႃးတိတ်ႉ კვი კვირა ሰን ሰንበር_ቅዳዅ ሰንበት ሰንበት_ዓባይ እሑድ እኁድ ወጋ ᐊᔭᒥᐦᐁᑮᓯᑳᐤ ᓈᑦᑏᖑᔭᖅ អាទិត្យ ᱥᱤᱸ ᱥᱤᱸᱜᱮ ọjọ́_àìkú ⴰⵙⴰⵎⴰⵙ
        周日 日曜日 星期日 週日 ꑬꆏꑍ ꕞꕌꔵ ꭴꮎꮩꮣꮖꮝꭼ 일 일요일 𐓡𐓘͘𐓬𐓘_𐓷𐓘𐓤𐓘͘𐓰𐓘𐓤𐓣 𑄢𑄧𑄝𑄨𑄝𑄢𑄴 𞄎𞄤𞄲 𞤪𞤫𞤬 𞤪𞤫𞤬𞤦𞤭𞤪𞥆𞤫

        bazar_ertəsi dush dushanba e_hënë hën isn isnin lun lundi lunedì lunes luni maanantai maanantaina maandag man
        mandag mon monday montag mån måndag pazartesi pon pondělí ponedeljak ponedjeljak poniedziałek pzt seg
        segunda-feira sen senin б.е базар_ертәси душ душанба пн пон понедельник понедељак понеділок понедјељак اثنين
        الاثنين دوشنبه پیر | aaɓ aaɓnde ajé alats alatsinainy alt altine arakõi arim astelehena ata ataasinngorneq atini
        atinni ayn aynas aŋpétuwaŋži aɖɩtɛnɛɛ balaza bïkua-ûse chiposi chumatato comlaaɗii dies_lunae dil dilluns
        diluain diluns djaluna doshambeh duş duşem duşenbe dwo dwoada dy_lun dydd_llun dzo dzoɖa dé_luain enhvteceskv
        esmaspäev etleeni gli glindesdi hriatuanoh hétfő ijumatatu isniin it-tnejn jel jelhein jiec_la̱t jumaatatu
        jumatatu jumatatuu jumatátu kotaai kuramuka_jimweri kuwa_mbere lem letnayen liduva_lyatatu lindi lintani litinin
        llu llun llunes lolemba luan lun-es lundo lundì lunedi lunedí lunesdì lunis lunnidìa luns luʼkutan lönesc lǝndí
        mande mane mantaha mantaxtsees mantiʼ mbe mma moandei mohndaach montach mos mosupologo mošupologo mso mudel mun
        mundai murakipí muramuko mus musumbhunuku musumbuluwo muv muvhuro mvfò_lyɛ̌ʼ mvu mvulo mwambĩrĩrio mán mánadagur
        mánudagur mäntag määntig méi méindeg móndie mōn mōnite mɔ́ndi mɔ́ndɔ mɔ́sú mọnde mọ́ndè nakaebarasa
        nihiku_noolempwa njumatatu nkodya ntɛnɛ orwokubanza pa_shahuviluha palichimo panadīli pir-kurã-há pirmadienis
        pirmd pirmdiena pondelok ponedeljek poʻakahi pyrmūdīne pyńdziałek póndźela pónjeźele sani sanyo senèn senén
        sigunda-fera singhgizit smbara som somar somwaar tanii ten teneŋ thứ_hai tne tsuʔukpà tutaçxa tɛnɛn tɛɛnɛɛ
        ukabʼ_qʼij umsombuluko umvulo vuos vuossaargâ vuossargâ vuossárga wa_kwambĩlĩlya wai_tunga wiixata wuok_tich
        wísts’i_hayashuh ybo ŋgwà_njaŋgumba δευ δευτέρα атя атяньчи атяньчистэ ашә ашәахьа блыпэ блыщхьэ бн бэнидиэнньик
        да дабаа даваа дс душанбе дшб дүй дүйсенбі дүйшемби дүйшөмбү дүш дүшәмбе крс къуырисӕр ор оршот панядзелак
        понеделник понедѣ́льникъ тунти_кун երկ երկուշաբթի יום_ב׳ יום_שני מאָנטיק التنين دو_شنبہ دوشمبه دووشەممە دُوشیمے
        دۇي دۇيسەنبى دۈ دۈشەنبە سومر سوموار لِتِنِنْ ژٔندرٕروار ژٔندٕروار ܬܪܝܢܒܫܒܐ ߞߐ߬ߓߊ߬ߟߏ߲ चंदिरवार च़ंदिरवार समबार
        साॅम्वारा सू सूमर सोआर सोम सोम_दिन सोमबार सोमवार सोमवासरः सोमार নিংথৌকাবা সোম সোমবার সোমবাৰ ਸੋਮ ਸੋਮਵਾਰ સોમ
        સોમવાર ସମ୍ବାରା ସୋମ ସୋମବାର திங் திங்கள் నమారా సోమ సోమవారం ಸೋಮ ಸೋಮವಾರ തിങ്കളാഴ്‌ച തിങ്കൾ සඳුදා จันทร์ วันจันทร์
        ຈັນ ວັນຈັນ གཟའ་མིག་དམར་ གཟའ་ཟླ་བ་ མིར་ ཟླ་བ་ တနင်္လာ ဝၼ်းၸၼ် ၸၼ် ორშ ორშაბათი ሰኑ ሰኑይ ሰኖ ሰኞ ሳይኖ ᐴᓂ_ᐊᔭᒥᐦᐁᑮᓯᑳᐤ
        ᓇᒡᒐᔾᔭᐅ ចន្ទ ច័ន្ទ ᱚᱛ ᱚᱛᱮ ọjọ́_ajé ⲡⲓⲥⲛⲁⲩ ⴰⵢⵏⴰⵙ 周一 星期一 月曜日 週一 ꆏꊂꋍ ꗳꗡꘉ ꭴꮎꮩꮣꮙꮕꭿ 월 월요일 𐓡𐓘͘𐓬𐓘_𐓬𐓘𐓡𐓛͘𐓧𐓣 𑄥𑄧𑄟𑄴𑄝𑄢𑄴 𞄈𞄦 𞤢𞥄𞤩𞤵
        𞤢𞥄𞤩𞤵𞤲𞥋𞤣𞤫

        dienstag dinsdag e_martë mar mardi martedì martes marți sal salı sel selasa sesh seshanba ter terça-feira
        tiistai tiistaina tir tirs tirsdag tis tisdag tue tuesday uto utorak wtorek çərşənbə_axşamı úterý вт вторник
        вівторок сеш сешанба уто уторак ч.а чәршәнбә_ахшамы الثلاثاء ثلاث سه‌شنبه منگل | antradienis araapy aram asinas
        asn asteartea atalaata atalata aŋpétunuŋpa bed ben benada bil bin bir bla blaɖa bít_hayashuh bïkua-ptâ chipiri
        chostiʼ chp chumaine comzyiiɗii denstaxtsees dies_martis dimars dimarts dimàirt dingsdag dinnsdaach dinstach
        djamars dy_meurth dydd_mawrth dé_máirt dën dënschdeg enhvteceskv_enhvyvtke hriaheihnoh ijumanne it-tlieta
        i̇ǩinaçxa jem jemayrt juf jufɔ jumaane jumane jumanne jumaíne kab kedd kibxata koaeng’ kuramuka_kawi kuwa_kabiri
        kwasú labb labobedi lachiwiri lesibili liduva_lyanchechi lwakubiri lwesb lwesibini maadí maakisanyo majebaargâ
        majebargâ mangal mangalwaar mangaḍa mardo mardì mardí markutan marlunngorneq martars martedi marti martidìa
        martis martz maw mawbaare maŋ maŋŋebárga mbl mertesc meurzh mongllar murakí-mukũi muányáŋmóndie màrtes máirt
        mätesdì nakaare namaanli ndàayà njumaine orwakabiri otrd otrdiena owokubili pa_hivili palichibuli poʻalua
        ravumbirhi régre-kurã-há rɛw_lätni salasa salus sayshambeh sib sibili singhgizngeih siş sişenbe sêşem tal
        talaado talaata talata talatɛ tarata tei teisdai teisipäev tersa-fera thứ_ba tich_ariyo tiisdei tiusde tiuzdee
        tiúzdè tldo tli toki_gitung torek tsuʔughɔe ttlat tudel tun tunde tysdag týs týsdagur tūr tūrei tūs tūsite
        ulesibili ulwesibili urox_qʼij utorok vhi wa_kelĩ wairi waĩrĩ wałtora wir wisasīdis wutora ziischtig zištag
        ápta_mɔ́ndi ìsẹ́gun þri þriðjudagur ŋgwà_ûm ūtardīne τρί τρίτη аў аўторак аҩ аҩаша вас вастаньчи вастаньчистэ
        вто вто́рникъ гъубдж гъубж дцг дыццӕг мигмар мя мягмар оп оптуорунньук сейсенбі сешанбе сийшемби сиш сишәмбе сс
        сшб шейш шейшемби ши шинара шиш шишәмбе ытлари_кун երեքշաբթի երք דינסטיק יום_ג׳ יום_שלישי التلاتا اڱارو بۆموار
        تَلَتَ سئیشمبه سه_شمبه سه_شنبه سہ_شنبہ سێشەممە سە سەي سەيسەنبى سەيشەنبە گھن_آنگا ܬܠܬܒܫܒܐ ߞߐ߬ߟߏ߲ बुवार बोमवार मं
        मंग मंगल मंगल_दिन मंगलबार मंगलवार मंगलवासरः मंगलु मंगळ मंगळवार मंगळार मंगाड़ा मङ्गल मङ्गलबार মঙ্গল মঙ্গলবার
        মঙ্গলবাৰ লৈবাকপোকপা ਮੰਗਲ ਮੰਗਲਵਾਰ મંગળ મંગળવાર ମଙ୍ଗଳ ମଙ୍ଗଳବାର ମାଙ୍ଗାଡ଼ା செவ் செவ்வாய் మంగళ మంగళవారం మాంగాడా ಮಂಗಳ
        ಮಂಗಳವಾರ ചൊവ്വ ചൊവ്വാഴ്ച ചൊവ്വാഴ്‌ച අඟහ අඟහරුවාදා วันอังคาร อังคาร ວັນອັງຄານ ອັງຄານ གཟའ་མིག་དམར་ གཟའ་ལྷག་པ་
        མིག་དམར་ ལྷག་ ဝၼ်းဢင်းၵၢၼ်း အင်္ဂါ ၵၢၼ်း სამ სამშაბათი ማቆሳኛ ማክሰ ማክሰኞ ሠሉስ ሰሉ ሰሉስ ሰሊጝ ታላሸኖ ᓃᓱᑮᓯᑳᐤ ᓇᒡᒐᔾᔭᐅᓕᖅᑭ អង្គារ
        ᱵᱟ ᱵᱟᱞᱮ ḽavhuvhili ọjọ́_ìsẹ́gun ⲡⲓϣⲟⲙⲧ ⴰⵙⵉⵏⴰⵙ 周二 星期二 火曜日 週二 ꆏꊂꑍ ꕚꕞꕚ ꮤꮅꮑꭲꭶ 화 화요일 𐓡𐓘͘𐓬𐓘_𐓷𐓟𐓵𐓪͘𐓬𐓘 𑄟𑄧𑄁𑄉𑄧𑄣𑄴𑄝𑄢𑄴 𞄆𞄨𞄰 𞤥𞤢𞤦
        𞤥𞤢𞤱𞤦𞤢𞥄𞤪𞤫

        chor chorshanba e_mërkurë keskiviikko keskiviikkona mer mercoledì mercredi mie miercuri mittwoch mié miércoles
        mër ons onsdag qua quarta-feira rab rabu sre sreda sri srijeda středa wed wednesday woensdag çar çarşamba
        çərşənbə środa середа ср сре среда сри сриједа чор чоршанба чәршәнбә الأربعاء بدھ رابو چهارشنبه | akr akras
        akṛas ala alaarba alaba alar alarba alarbay alarobia araba ararundy arbaco arbaqa arbc asteazkena aŋpétuyamni
        bud budh budhvar budhwaar bïkua-usïö chitatu cht chumatano chárshambeh comkolle cumaçxa céad dahó_hayashuh dic
        diciadain dies_mercurii dimecres dimècres diɔ̱k_lätni djarason dy_merher dydd_mercher dé_céadaoin ennvrkvpv erb
        gask gaskavahkku gtu har ijumatano jerc jercean jumaatano jumatano jumatanu jumatáano jumatánɔ kolmapäev koskoho
        koskokko kosomok kuarta-fera kuramuka_kadadu kuwa_gatatu kuɖ kuɖa l-erbgħa laboraro labr lachitatu laraba larba
        larbeɛ lesithathu lesitsatfu liduva_lyannyano lwakusatu lwesithathu merco mercoldì mercui mercurdí mercuri
        mercuridi mercuridìa mercʼher merkredi merkredo merkutan mesemna metwoch metúkpíápɛ middeweken miercres miercus
        mik mikudagur mittwuch mittwuč miy miyerkules mið miðvikudagur mst mukɔ́sú murakí-musapíri mäcordì mèrcore
        mèrcuris mér mércores mët mëttwoch mɛkrɛdí mɛrkɛrɛdi mɛta nakauni namararu ndangù nje njeslaare njumatano
        orwakashatu owokusatu pa_hidatu pakhynoh palichitatu pin pingasunngorneq poʻakolu pudara pul pulelulu
        pussisawaiti rabuq rar ravunharhu rebo roobii roowe shɔ singhgizsam sit sithathu srjeda srjoda streda strzoda
        sze szerda tat tha thứ_tư tich_adek trečiadienis trešd trešdiena trešdīne tri trinde tsa tsam_kasuwa tsuʔutɔ̀mlò
        tsètsɛ̀ɛ_lyɛ̌ʼ tẽgtũ-kurã-há ukaj_qʼij ulwesithathu vedel wa_katatũ weedensdai wen wenerei wenesde wenezdee
        wetatũ wethatu winstiʼ woansdei wuk wukuada wunstaxtsees wɛ́nɛsɛdɛ wẹ́nẹ́zdè àla àlarba çarşem çarşenbe ŋgwà_ŋgê
        τετ τετάρτη ах ахаша бэрэжей бэрэскэжъый кун куншкачи куншкачистэ кха кхаара лх лхагва серада среда̀ сряда сэ
        сэрэдэ сәрсенбі сәршемби чоршанбе чшб чәр чәршәмбе шар шарш шаршамбы шаршемби юн_кун һарба ӕрт ӕртыццӕг
        չորեքշաբթի չրք יום_ד׳ יום_רביעי מיטוואך اربع الأربعا بودوار بُدھ سار سارسەنبى لَرَبَ ٻدھ چا چار_شمبه چار_شنبہ
        چارشمبه چارشیمے چارشەنبە چوارشەممە ܐܪܒܥܒܫܒܐ ߞߎߣߎ߲ߟߏ߲ पुद्दारा बुध बुध_दिन बुधबार बुधवार बुधवासरः बु॒ध बोदवार ॿुध
        ॿुधर বুধ বুধবার বুধবাৰ য়ুমশকৈশা ਬੁੱਧ ਬੁੱਧਵਾਰ બુધ બુધવાર ପୁଦାରା ବୁଧ ବୁଧବାର புத புதன் బుధ బుధవారం వుదారా ಬುಧ
        ಬುಧವಾರ ബുധനാഴ്‌ച ബുധൻ බදාදා พุธ วันพุธ ພຸດ ວັນພຸດ གཟའ་ཕུར་བུ་ གཟའ་ལྷག་པ་ ཕུར་ ལྷག་པ་ ပုတ်ႉ ဗုဒ္ဓဟူး ဝၼ်းပုတ်ႉ
        ოთხ ოთხშაბათი ረቡ ረቡዕ ራብዕ አሩዋ ኣረርባዓ ᐋᐱᐦᑕᐘᐣ ᐱᖓᑦᓯᖅ ពុធ ᱥᱟᱹ ᱥᱟᱹᱜᱩᱱ ḽavhuraru ọjọ́rú ⲡⲓϥⲧⲱⲟⲩ ⴰⴽⵕⴰⵙ 周三 星期三 水曜日 週三 ꆏꊂꌕ
        ꕉꕞꕒ ꮶꭲꮑꭲꭶ 수 수요일 𐓡𐓘͘𐓬𐓘_𐓷𐓟𐓵𐓘𐓜𐓣 𑄝𑄪𑄖𑄴𑄝𑄢𑄴 𞄗𞄄𞄤𞄰𞄦 𞤲𞤶𞤫𞤧𞤤𞤢𞥄𞤪𞤫 𞤶𞤫𞤧

        czw czwartek cümə_axşamı donderdag donnerstag e_enjte enj gio giovedì jeu jeudi joi jue jueves kam kamis kha
        khamis pay payshanba per perşembe qui quinta-feira thu thursday tor tors torsdag torstai torstaina čet četvrtak
        čtvrtek пай пайшанба чет четвер четверг четвртак чт ҹ.а ҹүмә_ахшамы الخميس جمعرات خميس پنجشنبه | aimisa akw
        akwas alaamɩshɩ alahamisi alak alakamisy alamisa alamíisi alaámisi alhamiisa alhamis alhamisi alx alxamis amhad
        ara arahamisi aramisay aramisi aramithi arapo aŋpétutopa birestar bre bïkua-okü camus catūrtdīne ceturtd
        ceturtdiena china chinai chn chueves comkaldǝɓlii csütörtök dia diardaoin dies_iovis dijous dijòus djaweps don
        dondertaxtsees donnerstach donneschdeg dunnersdaach dunnersdag dunschtig duor duorasdat dy_yow dydd_iau déar
        déardaoin dödel ennvrkvpv_enhvyvtke fim fimmtudagur fon fonde fróntag ghjovi gie gievgia giòbia guru guruwaar
        hamuse hiwí_hayashuh huw huwebes hós hósdagur iau il-ħamis jerd jerdein joibe jovedi jovedí jovidìa jueʼkutan
        jöbia jǝǝdí kamiisi kamisa kan kemis ketvirtadienis ketwirtiks khamiis khms kinta-fera koang’wan kuramuka_kana
        kuwa_kane kúpélimetúkpiapɛ labn labone lachinayi laki_vara lamit lesine lexmis lwakuna lwesine naa naasaande nai
        nakaung’on namaxexe neljapäev njòwa olokuna orwakana osteguna pa_hitayi palichine panchshambeh pen penşenbe
        pohbiehnoh poʻahā pêncşem ravumune roʼ_qʼij sgiovedì sin sine singhgizseiq sis sisamanngorneq soistiʼ soo
        stwórtk supapá sztwortek tanmɛ thứ_năm tich_ang’wen tongersdei tosde tsuʔumè tuorâstuv tuorâstâh tuʻa
        tuʻapulelulu tür tüürsdai tāi tāite tɔ́sɛdɛ tọ́zdè tọọzdee ulesine ulwesine vẽnhkãgra-kurã-há wa_kana wena xov
        xoves xue xueves yaou yaw yawoada yawoɖa yedi zedi zeuggia zob zoba çaçxa četrtek ħam ĵaŭdo ŋgisú ŋgwà_mbɔk
        ŋuaan_lätni štvrtok štwórtk πέμ πέμπτη аԥ аԥшьаша бейсенбі бейш бейшемби бс еа еара кал калоньчи калоньчистэ кес
        кесаҙна кӗҫнерни_кун махуэку мэфэкъу панҷшанбе пийшемби пшб пү пүрбэ пүрэв пәнҗ пәнҗешәмбе цпр цыппӕрӕм чацвер
        четверто́къ четврток четвъртък чп чц чэппиэр հինգշաբթի հնգ דאנערשטיק יום_ה׳ יום_חמישי أَلْحَمِسْ برؠسوار بەي
        بەيسەنبى خمیس پنج_شنبه پنجشمبه پنچ_شنبہ پنچشمبه پَئ_شیمے پێنجشەممە پە پەيشەنبە ܚܡܫܒܫܒܐ ߓߌߟߏ߲ गुरु गुरुवार
        गुरुवासर: बिरेस्तार बिस्थिबार बिहि बिहिबार बीरबार बृहस्पतवार बृहस्पति_दिन बृहस्पतिबार ब्रेसवार लाक्कि_वारा विस
        विस्पत वीरवार বৃহ বৃহস্পতি বৃহস্পতিবার বৃহস্পতিবাৰ শগোলশেন ਵੀਰ ਵੀਰਵਾਰ ગુરુ ગુરુવાર ଗୁରୁ ଗୁରୁବାର ଲାକି_ୱାରା வியா
        வியாழன் గురు గురువారం లాకివరా ಗುರು ಗುರುವಾರ വ്യാഴം വ്യാഴാഴ്‌ച බ්‍රහස් බ්‍රහස්පතින්දා พฤหัส วันพฤหัสบดี ພະຫັດ
        ວັນພະຫັດ གཟའ་པ་སངས་ གཟའ་ཕུར་བུ་ ཕུར་བུ་ སངས་ ကြာသပတေး ဝၼ်းၽတ်း ၽတ်း ხუთ ხუთშაბათი ሃሙሳ ሐሙስ ሓሙ ሓሙስ ኣምድ ከሚሽ
        ᐴᓂᐋᐱᐦᑕᐘᐣ ᓯᑕᒻᒥᖅ ព្រហ ព្រហស្បតិ៍ ᱥᱟᱹᱨ ᱥᱟᱹᱨᱫᱤ ḽavhuṋa ọjọ́bọ ⲡⲓⲧⲓⲟⲩ ⴰⴽⵡⴰⵙ 周四 星期四 木曜日 週四 ꆏꊂꇖ ꕉꔤꕆꕢ ꮕꭹꮑꭲꭶ 목 목요일
        𐓡𐓘͘𐓬𐓘_𐓷𐓟𐓰𐓪𐓬𐓘 𑄝𑄳𑄢𑄨𑄥𑄪𑄛𑄴𑄝𑄢𑄴 𞄙𞄤𞄱𞄨 𞤲𞤢𞥄𞤧 𞤲𞤢𞥄𞤧𞤢𞥄𞤲𞤣𞤫

        cum cuma cümə e_premte fre fredag freitag fri friday jum juma jumaat jumat perjantai perjantaina pet petak
        piątek pre pátek sex sexta-feira ven vendredi venerdì vie viernes vin vineri vrijdag жум жума пʼятниця пет петак
        пт пятница ҹүмә الجمعة جمعة جمعه جمعہ | aijima aljuma alzuma ann anna aoine arapoteĩ arbe arj arjuma arɩsǝma
        asimwas asm aŋpétuzaptaŋ bear bearjadat biy biyernes chenàbura chishanu chs chutyhnoh comgaisuu dhieec_lätni
        dies_veneris dih dihaoine dissik’an_hayashuh divendres djabièrnè dy_gwener dydd_gwener dé_haoine fal falaite
        feléte fia fiada fiɖ fiɖa fra fraede fraide fraitaxtsees fraídè fraịdee freed freedag freidai freideg freitach
        fridel friidaach friitig fritag frí fríggjadagur fös föstudagur fúladé fɔenti fɛlâyɛdɛ gnu gumqata gwe gwen
        gwener hla ichuma ijumaa ijumáa il-ġimgħa jeh jeheiney jimaata jimco jjemɛa jmc jomah jumaah juma’at jummaʼa
        jumqata jumáa júmbá komuut kuramuka_kasanu kuwa_gatanu labohlano labotlhano labt lachisanu lesihlanu lwakutaano
        lwesihlanu lâp lâpôsö mawnde mtn mwd nakakany namathanu nannalhchifaʼ_nittak ngolesihlanu ngòvya njumaa
        olokutaanu orwakataano ostirala pa_hihanu palichisano par paraire penktadienis petek piatok piektd piektdiena
        piōntek pjatk poʻalima pénkar-kurã-há péntek pēntniks pětk pīktdīne p̌arasǩe ravuntlhanu reede sem sesta-fera
        shukra shukrawaar sih sihlanu singhgizhaj soh sohaa suk sukrar sukru_vara tal tallimanngorneq thứ_sáu tich_abich
        tlh tsuʔughɨ̂m ulwesihlanu uwaq_qʼij vandredi vaŋdɛrɛdi venardì venderdi vendredo venerdi venerdí venneri
        venniridìa venres vienres vierkutan vinars vrydag vástuppeeivi vástuppeivi vèn vènare vëndres vënner wa_katano
        wetano yukuakú zom zoma àjj àjjuma înî ġim ŋgwà_kɔɔ ɗónɛsú παρ παρασκευή ϯⲡⲁⲣⲁⲥⲕⲉⲩⲏ̀ ахә ахәаша ба баасан бэ
        бэрэскэшху бээтиҥсэ жм жұма йом йома майрӕмбон мрб мэрем петок петък пятніца пѧто́къ пӏе пӏераска сюк сюконьчи
        сюконьчистэ эрне_кун җом җомга ҷмъ ҷумъа ուր ուրբաթ יום_ו׳ יום_שישי פֿרײַטיק جمعو جمه جومه جُمَعَ جُمہ جۇم جۇما
        جۈ جۈمە شُوگار ھەینی ܥܪܘܒܬܐ ߛߌ߬ߣߌ߲߬ߟߏ߲ जु जुम जुमा जुमो जुम्मा शुक्करवार शुक्र शुक्र_दिन शुक्रबार शुक्रवार
        शुक्रवासरः शुक्रार सुकुरु_वारा सुखुरबार सुुखुरबार ইরাই শুক্র শুক্রবার শুক্ৰ শুক্ৰবাৰ ਸ਼ੁੱਕਰ ਸ਼ੁੱਕਰਵਾਰ શુક્ર
        શુક્રવાર ଶୁକ୍ର ଶୁକ୍ରବାର ସୁକ୍ରୁ_ୱାରା வெள் வெள்ளி నుక్_వరా శుక్ర శుక్రవారం ಶುಕ್ರ ಶುಕ್ರವಾರ വെള്ളി വെള്ളിയാഴ്‌ച සිකු
        සිකුරාදා วันศุกร์ ศุกร์ ວັນສຸກ ສຸກ གཟའ་པ་སངས་ གཟའ་སྤེན་པ་ པ་སངས་ སྤེན་ ဝၼ်းသုၵ်း သုၵ်း သောကြာ პარ პარასკევი አርባ
        ኣርብ ዓር ዓርበ ዓርቢ ዓርብ ጅምዓት ᑕᓪᓕᒻᒥᐅᑦ ᑫᑳᐨ_ᒫᑎᓇᐍᑮᓯᑳᐤ សុក្រ ᱡᱟᱹ ᱡᱟᱹᱨᱩᱢ ḽavhuṱanu ṱan ẹtì ọjọ́_ẹtì ⴰⵙⵉⵎⵡⴰⵙ ⵙⵉⵎⵡⴰⵙ 周五 星期五
        週五 金曜日 ꆏꊂꉬ ꕉꔤꕀꕮ ꮷꮎꭹꮆꮝꮧ 금 금요일 𑄥𑄪𑄇𑄴𑄇𑄮𑄢𑄴𑄝𑄢𑄴 𞄑𞄤𞄱𞄨 𞤥𞤢𞤣 𞤥𞤢𞤱𞤲𞤣𞤫

        cmt cumartesi e_shtunë lauantai lauantaina lör lördag lør lørdag sab sabato sabtu sam samedi samstag sat
        saturday shan shanba sht sob sobota sub subota sáb sábado sâm sâmbătă zaterdag şənbə сб суб суббота субота шан
        шанба шәнбә السبت سبتو شنبه ہفتہ | arapokõi arf arfininngorneq asab asabar asabat asabotsy ase aseer asibti
        asiibi asiḍyas assabdu asḍ bäkɛl_lätni comzyeɓsuu dies_saturni dis disathairne dissabte djasabra dy_sadorn
        dydd_sadwrn dé_sathairn esaabadu esabato esaɓasú gnd gqi hbi hoore-biir hɔɔ ijumamosi inikuˀtiˀtiˀ is-sibt jes
        jesarn jumaamosi jumamosi jumamóosi jumamósi kifula_nguwo kolo kuwa_gatandatu larunbata lau laugardagur laupäev
        laurdag ley leygardagur liduva_litandi loweruka lubingu lwamukaaga láv lávurduv lávurdâh lávvardat lây lâyenga
        mat matlhatso mem memeneda memleɖa mgc mgq mgqibelo mok mokibelo moq moqebelo mps mpɔ́sɔ mug mugivhela mugovera
        mugqivela màga_lyɛ̌ʼ mɔnɔ_sɔndi nakasabiti nettv_cakʼcuse ngeso njumamothii njuuma olomukaaga orwamukaaga
        owáŋgyužažapi pa_shahulembela pachibelushi pachyhnoh poʻaono qidaame qunxa_sambat rāh rāhoroi saba sabado
        sabattika sabat̆oni sabbato sabbatu sabbatum sabbo sabeda sabet sabide sabo sabti sabudu sabʼkutan sad sadorn
        samdi samdí samschdeg samschtig samsdaach samstach samštag sanbata sani_vara saninj saptu sar sarere sastdīne
        satade saterdag satertaxtsees sath saturdí satọdee saurú savnu sbti sed sestd sestdiena shambeh shani shaniwaar
        sib sibiri sibiti simiti singhgizroek siɓiti sneon sonda sonvar ssebt szo szombat sàbadu sàbbatu sábadu sásadi
        sásidɛ sátọdè séradé séselé sünnavend thứ_bảy tok tokonaki tsuʔndzɨkɔʔɔ umgcibelo umgqibelo wa_thanthatũ wer
        wuq_qʼij zädel àbámẹ́ta ŋgwà_jôn şemî şenbe šeštadienis σάβ σάββατο ас асабша бимба бя бямба ишемби ишм саб
        сабат сабота сбт сенбі субуота събота сꙋббѡ́та шанбе шемби шим шимбә шля шлямочи шлямочистэ шнб шуо шуот шэмбэт
        шӑмат_кун шәм шәмбе щэбэт շաբաթ շբթ יום_שבת שבת أَسَبَرْ اونۍ بٹوار سەن سەنبى شمبه شنبہ شە شەممە شەنبە لَو_آنگا
        چھݨ_چھݨ ڇنڇر ܫܒܬܐ ߞߍ߲ߘߍߟߏ߲ छंछ छंछर बटवार शनि शनि_दिन शनिच्चरवार शनिबार शनिवार शनिवासरः शेनवार सनिबार सनीचर
        सान्नि_वारा থাংজ শনি শনিবার শনিবাৰ ਸ਼ਨੀ ਸ਼ਨੀਵਾਰ શનિ શનિવાર ଶନି ଶନିବାର ସାନି_ୱାରା சனி శని శనివారం సానివరా ಶನಿ
        ಶನಿವಾರ ശനി ശനിയാഴ്‌ച සෙන සෙනසුරාදා วันเสาร์ เสาร์ ວັນເສົາ ເສົາ གཟའ་ཉི་མ་ གཟའ་སྤེན་པ་ སྤེན་པ་ စနေ ဝၼ်းသဝ် သဝ် შაბ
        შაბათი ሰንበር_ሽጓዅ ሰንበት_ንኢሽ ቀዳ ቀዳሚት ቀዳም ቄራ ቅዳሜ ᒫᑎᓇᐍᑮᓯᑳᐤ ᓈᑦᓰᖑᔭᓛᕐᓂᐊᖅ សៅរ៍ ᱧᱩ ᱧᱩᱦᱩᱢ ọjọ́_àbámẹ́ta ⲡⲓⲥⲁⲃⲃⲁⲧⲟⲛ ⴰⵙⵉⴹⵢⴰⵙ
        周六 土曜日 星期六 週六 ꆏꊂꃘ ꔻꔬꔳ ꭴꮎꮩꮣꮘꮥꮎ 토 토요일 𑄥𑄧𑄚𑄨𑄝𑄢𑄴 𞄊𞄧𞄳 𞤸𞤮𞤪 𞤸𞤮𞤪𞤦𞤭𞤪𞥆𞤫
        """
}
