# girafa: name="jarros"
10 REM DOIS JARROS sem marcas, de g1 e g2 litros, e um vaso grande: medir l litros
20 REM Estado: r1 litros no jarro 1, r2 no jarro 2. Um dos dois esta' sempre vazio ou cheio: os estados
30 REM dao a volta ao rectangulo de lados g1 e g2, e o seu numero menos 1 e' o caminho andado desde o canto vazio
40 PRINT "OS JARROS"''
50 LET q$="LITROS DO JARRO 1 (1 A 200)? ": LET min=1: LET max=200: GO SUB 9000: LET g1=r
60 LET q$="LITROS DO JARRO 2 (1 A 200)? ": GO SUB 9000: LET g2=r
70 LET q$="MEDIR QUANTOS LITROS? ": LET min=0: LET max=999: GO SUB 9000: LET l=r
80 PRINT "JARROS DE ";g1;" E ";g2;", MEDIR ";l
90 LET q$="DEITAR TAMBEM DE 2 EM 1 (S/N)? ": GO SUB 9100: IF a$<>"S" AND a$<>"N" THEN GO TO 90
100 LET ops=5+(a$="S"): PRINT "TAMBEM" AND a$="S";"NAO" AND a$="N";" SE DEITA DE 2 EM 1"
110 LET n=2*(g1+g2): LET limite=n: LET memoria=1: LET teto=1000: LET partida=1
120 PRINT '"1 LARGURA"'"2 PROFUNDIDADE"'"3 RETROCESSO"'"0 FIM"
200 REM UMA PROCURA
210 LET q$="ESTRATEGIA (0 A 3)? ": LET min=0: LET max=3: GO SUB 9000
220 IF r=0 THEN STOP
230 PRINT '"*** "+("LARGURA" AND r=1)+("PROFUNDIDADE" AND r=2)+("RETROCESSO" AND r=3)
240 LET tipo=r+(r=3): GO SUB 1000
250 IF NOT achou THEN GO TO 280
260 LET e=s(1): GO SUB 2060: PRINT TAB 3-LEN STR$ r1;r1;TAB 7-LEN STR$ r2;r2;TAB 8;"OS JARROS ESTAO VAZIOS"
265 IF d>1 THEN FOR i=2 TO d: GO SUB 300: NEXT i
270 PRINT d-1;" PASSO";"S" AND d<>2;: GO TO 290
280 PRINT "DESISTO" AND desiste;"NAO HA' SOLUCAO" AND NOT desiste;
285 IF NOT desiste THEN GO SUB 400
290 PRINT '"EXPANDIDOS ";expandidos;" GERADOS ";gerados: GO TO 200
300 REM PASSO i: que operador leva de s(i-1) a s(i)? Mostra-o, e os jarros depois dele
310 LET e=s(i-1): GO SUB 2060: LET d1=r1: LET d2=r2
320 FOR k=1 TO ops: GO SUB 2000: IF t<>s(i) THEN NEXT k
330 POKE 23692,255: PRINT TAB 3-LEN STR$ r1;r1;TAB 7-LEN STR$ r2;r2;TAB 8;
340 IF k=1 OR k=2 THEN PRINT "ESVAZIO O JARRO ";k: RETURN
350 IF k=3 OR k=4 THEN PRINT "ENCHO O JARRO ";k-2: RETURN
360 IF k=5 AND r1=0 THEN PRINT "ESVAZIO O JARRO 1 NO 2": RETURN
370 IF k=6 AND r2=0 THEN PRINT "ESVAZIO O JARRO 2 NO 1": RETURN
380 LET r=ABS (d1-r1): PRINT "DEITO ";r;" LITRO";"S" AND r<>1;" DE ";k-4;" EM ";7-k: RETURN
400 REM PORQUE NAO HA': o maximo divisor comum r1 (Euclides) divide tudo o que se mede
410 LET r1=g1: LET r2=g2
420 IF r2 THEN LET r=r1-r2*INT (r1/r2): LET r1=r2: LET r2=r: GO TO 420
430 IF l>g1 AND l>g2 THEN PRINT '"NAO CABE EM NENHUM JARRO";: RETURN
440 IF l<>r1*INT (l/r1) THEN PRINT '"SO' SE MEDEM MULTIPLOS DE ";r1;
450 RETURN
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
2000 REM OPERADOR k: 1 e 2 esvaziam um jarro, 3 e 4 enchem-no, 5 deita do 1 no 2 e 6 do 2 no 1, ate' um estar vazio ou o outro cheio
2005 GO SUB 2060: LET c=1
2010 IF k=1 THEN LET r1=0
2015 IF k=2 THEN LET r2=0
2020 IF k=3 THEN LET r1=g1
2025 IF k=4 THEN LET r2=g2
2030 IF k=5 THEN LET r=g2-r2: LET r=r*(r<r1)+r1*(r>=r1): LET r1=r1-r: LET r2=r2+r
2035 IF k=6 THEN LET r=g1-r1: LET r=r*(r<r2)+r2*(r>=r2): LET r1=r1+r: LET r2=r2-r
2040 REM NUMERO do estado r1, r2
2045 IF r2=0 THEN LET t=1+r1: RETURN
2050 IF r1=g1 THEN LET t=1+g1+r2: RETURN
2055 LET t=1+2*g1+g2-r1: IF r2<g2 THEN LET t=1+2*g1+2*g2-r2
2057 RETURN
2060 REM LITROS r1 e r2 do estado e
2065 LET r=e-1: IF r<=g1 THEN LET r1=r: LET r2=0: RETURN
2070 IF r<=g1+g2 THEN LET r1=g1: LET r2=r-g1: RETURN
2075 LET r=r-g1-g2: IF r<=g1 THEN LET r1=g1-r: LET r2=g2: RETURN
2080 LET r1=0: LET r2=g1+g2-r: RETURN
2100 REM META
2110 GO SUB 2060: LET meta=(r1=l OR r2=l): RETURN
2200 LET h=0: RETURN
2400 RETURN
9000 REM PERGUNTA q$ ate' ter um numero inteiro r de min a max
9010 POKE 23692,255: INPUT (q$); LINE a$: LET r=0: IF a$="" OR LEN a$>3 THEN GO TO 9010
9020 FOR i=1 TO LEN a$: IF a$(i)<"0" OR a$(i)>"9" THEN GO TO 9010
9030 LET r=10*r+CODE a$(i)-48: NEXT i
9040 IF r<min OR r>max THEN GO TO 9010
9050 RETURN
9100 REM PERGUNTA q$: um texto a$, passado a maiusculas
9110 POKE 23692,255: INPUT (q$); LINE a$
9120 FOR i=1 TO LEN a$: IF a$(i)>="a" AND a$(i)<="z" THEN LET a$(i)=CHR$ (CODE a$(i)-32)
9130 NEXT i: RETURN
