# girafa: name="missionari"
10 REM MISSIONARIOS E CANIBAIS: nm de cada, um barco de barco lugares, da margem ESTE para a OESTE
20 REM Estado e: e-1=(lado*(nm+1)+mi)*(nm+1)+ca. mi e ca: quantos estao a ESTE; lado: 0 barco a ESTE, 1 a OESTE
30 REM Operador k: passam u(k) missionarios e w(k) canibais
40 PRINT "MISSIONARIOS E CANIBAIS"''
50 LET q$="QUANTOS DE CADA (1 A 15)? ": LET min=1: LET max=15: GO SUB 9000: LET nm=r: LET lados=(nm+1)*(nm+1)
60 LET q$="LUGARES NO BARCO (1 A 20)? ": LET max=20: GO SUB 9000: LET barco=r
70 PRINT nm;" DE CADA, BARCO DE ";barco
80 LET n=2*lados: LET limite=n: LET memoria=1: LET teto=300
90 LET partida=n/2: LET chegada=n/2+1: LET ops=0: DIM u(230): DIM w(230)
100 FOR i=barco TO 1 STEP -1
110 LET r1=i: LET r2=0: GO SUB 190: LET r1=0: LET r2=i: GO SUB 190
120 FOR j=i-1 TO 1 STEP -1: LET r1=j: LET r2=i-j: GO SUB 190: NEXT j
130 NEXT i
140 PRINT '"1 LARGURA"'"2 PROFUNDIDADE"'"3 A* COM h1"'"4 A* COM h2"'"5 A* COM h3"'"6 RETROCESSO"'"7 COMPARAR TODAS"'"0 FIM"
150 LET q$="ESTRATEGIA (0 A 7)? ": LET min=0: LET max=7: GO SUB 9000
160 IF r=0 THEN STOP
170 LET estrategia=r: PRINT : IF r=7 THEN GO SUB 500: GO TO 150
180 GO SUB 600: GO SUB 200: GO SUB 300: GO TO 150
190 IF r1<=nm AND r2<=nm THEN LET ops=ops+1: LET u(ops)=r1: LET w(ops)=r2
195 RETURN
200 REM PROCURA pela estrategia escolhida
210 LET visto=0: LET tipo=estrategia: IF estrategia>2 THEN LET tipo=3+(estrategia=6)
220 GO SUB 1000: RETURN
300 REM RESULTADO, passo a passo
310 PRINT : IF NOT achou THEN PRINT "DESISTO" AND desiste;"NAO HA' SOLUCAO" AND NOT desiste: GO TO 370
320 PRINT TAB 4;"ESTE";TAB 21;"OESTE"
330 FOR i=1 TO d: LET e=s(i): GO SUB 2060: POKE 23692,255
340 PRINT i-1;TAB 4;mi;"M ";ca;"C";TAB 12; PAPER 5; INK 1;"B" AND NOT lado;"~~~~~~";"B" AND lado; PAPER 7; INK 0;TAB 21;nm-mi;"M ";nm-ca;"C"
350 NEXT i
360 PRINT d-1;" TRAVESSIA";"S" AND d<>2
370 PRINT "EXPANDIDOS ";expandidos;" GERADOS ";gerados: RETURN
500 REM COMPARA as estrategias
510 PRINT "ESTRATEGIA    PASSOS EXPAN GERAD"
520 FOR y=1 TO 6: LET estrategia=y: GO SUB 600: GO SUB 200
530 PRINT TAB 14;
540 IF achou THEN PRINT d-1;
550 IF NOT achou THEN PRINT "D." AND desiste;"NAO" AND NOT desiste;
560 PRINT TAB 21;expandidos;TAB 27;gerados: NEXT y: RETURN
600 REM NOME da estrategia
610 PRINT "LARGURA" AND estrategia=1;"PROFUNDIDADE" AND estrategia=2;
620 IF estrategia>2 AND estrategia<6 THEN PRINT "A* COM h";estrategia-2;
630 PRINT "RETROCESSO" AND estrategia=6;: RETURN
1000 REM PROCURA, a mesma em todos os problemas: de partida ate' uma meta, por estados de 1 a n e operadores de 1 a ops
1001 REM O problema: 2000 da' o sucessor t (0: nao ha') e o custo c do operador k no estado e; 2100 diz se e e' meta; 2200 da' a estimativa h de t; 2400 acompanha
1002 REM x() 0 novo, 1 na FRONTEIRA o(), 2 no TERRITORIO; p() de onde veio; g() custo; f() custo mais estimativa; s(1 TO d) o caminho
1010 DIM x(n): DIM p(n): DIM g(n): DIM f(n): DIM o(n): DIM v(ops): DIM s(limite+1): DIM j(limite+1)
1020 LET achou=0: LET desiste=0: LET expandidos=0: LET gerados=0
1030 IF tipo=4 THEN GO TO 1400
1040 LET a=1: LET z=1: LET o(1)=partida: LET x(partida)=1
1100 REM TIPO 1 LARGURA: o() e' uma fila. 2 PROFUNDIDADE: uma pilha. 3 A*: uma pilha por ordem de f(), o menor em cima
1110 IF a>z THEN RETURN
1120 IF tipo=1 THEN LET e=o(a): LET a=a+1
1130 IF tipo>1 THEN LET e=o(z): LET z=z-1
1140 LET x(e)=2: GO SUB 2100: IF meta THEN GO TO 1600
1150 LET expandidos=expandidos+1: LET m=0
1160 FOR k=1 TO ops: GO SUB 2000: IF t THEN GO SUB 1200
1170 NEXT k
1180 IF tipo=2 THEN FOR i=m TO 1 STEP -1: LET z=z+1: LET o(z)=v(i): NEXT i
1190 GO SUB 2400: GO TO 1110
1200 REM SUCESSOR: um estado novo; no A* tambem um ja' visto, se este caminho e' mais barato
1210 LET q=g(e)+c: IF tipo=3 THEN GO TO 1250
1220 IF x(t) THEN RETURN
1230 LET m=m+1: LET v(m)=t: IF tipo=1 THEN LET z=z+1: LET o(z)=t
1240 LET x(t)=1: LET p(t)=e: LET g(t)=q: LET gerados=gerados+1: RETURN
1250 IF x(t) THEN IF g(t)<=q THEN RETURN
1260 IF x(t)=1 THEN GO SUB 1300
1270 GO SUB 1240: GO SUB 2200: LET f(t)=g(t)+h: LET z=z+1: LET i=z
1280 IF i>1 THEN IF f(o(i-1))<=f(t) THEN LET o(i)=o(i-1): LET i=i-1: GO TO 1280
1290 LET o(i)=t: RETURN
1300 REM TIRA t da fronteira
1310 LET i=1
1320 IF o(i)<>t THEN LET i=i+1: GO TO 1320
1330 LET z=z-1
1340 IF i<=z THEN LET o(i)=o(i+1): LET i=i+1: GO TO 1340
1350 RETURN
1400 REM TIPO 4 RETROCESSO: guarda so' o caminho, e em j() o ultimo operador tentado em cada passo
1401 REM limite: quantos passos pode ter o caminho; memoria=1: nao volta a um estado do caminho
1410 LET d=1: LET s(1)=partida: LET j(1)=0
1420 LET e=s(d): LET x(e)=1: GO SUB 2400: GO SUB 2100: IF meta THEN LET achou=1: RETURN
1430 IF d>limite THEN GO TO 1480
1440 IF expandidos=teto THEN LET desiste=1: RETURN
1450 LET expandidos=expandidos+1
1460 LET j(d)=j(d)+1: IF j(d)>ops THEN GO TO 1480
1465 LET k=j(d): GO SUB 2000: IF t=0 THEN GO TO 1460
1470 IF memoria THEN IF x(t) THEN GO TO 1460
1475 LET gerados=gerados+1: LET d=d+1: LET s(d)=t: LET j(d)=0: GO TO 1420
1480 REM VOLTA ATRAS; por aqui se procura tambem outra solucao
1490 LET achou=0: LET x(s(d))=0: LET d=d-1: IF d=0 THEN RETURN
1495 LET e=s(d): GO TO 1460
1600 REM CAMINHO: da meta para tras
1610 LET achou=1: LET d=0: LET t=e
1620 LET d=d+1: LET t=p(t): IF t THEN GO TO 1620
1630 FOR i=d TO 1 STEP -1: LET s(i)=e: LET e=p(e): NEXT i: RETURN
2000 REM TRAVESSIA k: ha' quem passe, e em cada margem os canibais nao sao mais do que os missionarios (se os ha')
2010 IF e<>visto THEN GO SUB 2060: LET visto=e
2020 LET t=0: LET c=1: LET mm=mi+u(k)*sinal: LET cc=ca+w(k)*sinal
2030 IF mm<0 OR mm>nm OR cc<0 OR cc>nm THEN RETURN
2040 IF mm>0 AND cc>mm OR mm<nm AND cc<mm THEN RETURN
2050 LET t=1+lados*(1-lado)+mm*(nm+1)+cc: RETURN
2060 REM LE o estado e
2070 LET lado=(e>lados): LET r=e-1-lados*lado: LET mi=INT (r/(nm+1)): LET ca=r-mi*(nm+1): LET sinal=2*lado-1: RETURN
2100 REM META: todos a OESTE, e o barco tambem
2110 LET meta=(e=chegada): RETURN
2200 REM ESTIMATIVA: com r pessoas ainda a ESTE (2000 acaba de as deixar em mm e cc), h1=r, h2=r/barco
2210 LET r=mm+cc: LET h=r: IF estrategia=3 OR barco=1 THEN RETURN
2220 LET h=INT ((r+barco-1)/barco): IF estrategia=4 OR r=0 THEN RETURN
2230 REM h3: uma ida e volta leva, descontado quem traz o barco, barco-1 pessoas
2240 IF lado=0 THEN LET h=2*INT ((r+barco-2)/(barco-1)): RETURN
2250 LET h=2*INT ((r+barco-3)/(barco-1))-1: RETURN
2400 RETURN
9000 REM PERGUNTA q$ ate' ter um numero inteiro r de min a max
9010 POKE 23692,255: INPUT (q$); LINE a$: LET r=0: IF a$="" OR LEN a$>3 THEN GO TO 9010
9020 FOR i=1 TO LEN a$: IF a$(i)<"0" OR a$(i)>"9" THEN GO TO 9010
9030 LET r=10*r+CODE a$(i)-48: NEXT i
9040 IF r<min OR r>max THEN GO TO 9010
9050 RETURN
